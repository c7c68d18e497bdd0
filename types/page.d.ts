// Shapes that scripts hand to each other through `window.zipai`; nothing of this is served.

type Texts = Record<string, string>;

// helpers.js

interface Helpers {
  all<E extends Element = HTMLElement>(selector: string, within?: ParentNode): E[];
  find<E extends Element = HTMLElement>(selector: string, within?: ParentNode): E | null;
  /** What the page has for certain; an error where it has not. */
  get<E extends Element = HTMLElement>(selector: string, within?: ParentNode): E;
  /** The nearest element round what an event is about. */
  around(event: Event, selector: string): HTMLElement | null;
  isVisible(one: Element): boolean;
  isCalm(): boolean;
  /** Whether this page was kept and is shown without network. */
  isFromStore(): boolean;
  element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    className?: string,
    ...content: (Node | string)[]
  ): HTMLElementTagNameMap[K];
  /** A button that does something, or has marks (data-*) that say what it does. */
  button(
    className: string,
    content: Node | string,
    does: (() => void) | Record<string, string | number>,
  ): HTMLButtonElement;
  /** "{n} 张" with n. */
  fill(text: string, values: Record<string, unknown>): string;
  /** A text of templates/_queue.html. */
  word(name: string, values?: Record<string, unknown>): string;
  emit<K extends keyof ZipaiEvents>(name: K, detail?: ZipaiEvents[K]): void;
  csrfToken(): string;
  newId(): string;
  /** Milliseconds for all of an answer, its end included. */
  fetchWithin<T>(
    patience: number,
    address: string,
    options: RequestInit,
    read: (answer: Response) => Promise<T>,
  ): Promise<T>;
  /** Has no page whose path starts so open without network any more, nor the list of tables. */
  forgetPages(start: string): Promise<void>;
  /** Milliseconds within which the same is not meant twice. */
  TWICE: number;
  /** On this phone. */
  phone: PhoneStore;
  /** With this tab. */
  tab: PhoneStore;
}

interface PhoneStore {
  text(key: string): string | null;
  /** False where nothing can be kept. */
  write(key: string, text: string): boolean;
  read(key: string): any;
  keep(key: string, value: unknown): boolean;
  erase(key: string): void;
  /** The text, which is erased. */
  pop(key: string): string | null;
  keys(...starts: string[]): string[];
}

interface ZipaiEvents {
  /** Entries came into the queue, left it or changed; `stored`: ids the server has now. */
  "zipai:queue": { stored?: string[] };
  /** What others did has come to this page; `announcement`: to be read aloud. */
  "zipai:update": { rev: string; announcement: string };
  /** What others did last, where a deal is entered. */
  "zipai:meanwhile": { update: HTMLElement };
  "zipai:connection": { isLost: boolean; isGone: boolean };
  /** Something new is asked: it takes no tap for a moment. */
  "zipai:question": null;
  /** Another page is written into this window. */
  "zipai:leave": null;
}

interface HtmxEvents {
  "htmx:beforeSend": unknown;
  "htmx:afterRequest": unknown;
  "htmx:afterSwap": unknown;
  "htmx:beforeSwap": { target: Element };
  "htmx:sendError": unknown;
  "htmx:responseError": { xhr: XMLHttpRequest };
}

type CustomEvents<E> = { [K in keyof E]: CustomEvent<E[K]> };
interface DocumentEventMap extends CustomEvents<ZipaiEvents>, CustomEvents<HtmxEvents> {}

// app.js

interface App {
  showMessage(text: string): void;
  /** What was on its way has come. */
  endBusy(): void;
  utter(text: string): void;
  forgetDrafts(clientIds: string[]): void;
  /** Entries that the server has, by their ids, separated by blanks. */
  dropStored(ids: string): void;
  /** The row of the deal that was just saved. */
  savedRow(): HTMLElement | null;
  /** → pixels that bars at the lower edge cover. */
  measureFoot(): number;
}

// queue.js

interface QueueEntry {
  clientId: string;
  /** Address of the table. */
  table: string;
  action: string;
  base: string;
  fields: [string, string][];
  label: string;
  /** Of the table. */
  name: string;
  /** Where it can be changed. */
  page: string;
  /** Milliseconds since 1970. */
  at: number;
  order: number;
  /** Status of the answer that refused it. */
  refused?: number;
  /** The next deals need not wait for it. */
  aside?: boolean;
  /** Until when it is being changed. */
  held?: number;
}

interface QueueEnd {
  became: "stored" | "refused" | "lost" | "waiting" | "unkept";
  status?: number;
  /** Seconds. */
  wait?: number;
  seq?: number;
  url?: string | null;
}

interface Queue {
  all(table?: string): QueueEntry[];
  find(clientId: string): QueueEntry | undefined;
  put(entry: QueueEntry): boolean;
  edit(entry: QueueEntry, part: Partial<QueueEntry>): void;
  remove(clientIds: string[]): void;
  removeStored(clientIds: string[]): void;
  settle(entry: QueueEntry): Promise<QueueEnd>;
  sendUnkept(entry: QueueEntry): Promise<QueueEnd>;
  isOwn(table: string, clientId: string): boolean;
  baseOf(entry: Pick<QueueEntry, "table" | "base" | "order">): string;
  hold(entry: QueueEntry): void;
  /** Milliseconds. */
  holdLeft(entry: QueueEntry): number;
  hasVisited(table: string): boolean;
  markVisited(table: string): void;
}

// sending.js, entering.js, kept.js, reach.js

interface Sending {
  submitEntry(entry: QueueEntry): void;
  refuseOffline(event: SubmitEvent): void;
  latestBase(table: string): string | null;
  beginEditing(entry: QueueEntry): void;
  endEditing(): string | null;
  announceNext(): void;
}

interface Entering {
  isChanged(field: Element): boolean;
}

interface Pages {
  go(address: string): boolean;
  goOffline(address: string): boolean;
}

interface Reach {
  reveal(one: Element): void;
}

// seats.js

interface Seat {
  row: HTMLElement;
  name: HTMLInputElement;
  dealer: HTMLInputElement;
  carried: HTMLInputElement[];
}

// entry.js

interface Draft {
  clientId: string;
  base: string;
  /** Who sat where, players by number. */
  people?: string;
  winner: number | null;
  /** The winner's. */
  name?: string;
  at?: number;
  [content: string]: any;
}

interface EntryParts {
  texts(form: HTMLFormElement): Texts;
  nameOf(seat: number | string | null): string;
  markWinner(winner: number | null | undefined): void;
  drawFacts(facts: Record<string, string>): void;
  /** The word of what is marked data-source or data-mark with this value. */
  shortWord(mark: string, value: string): string;
  drawDrafts(entry: { form: HTMLFormElement; isRestored: boolean; beside: Draft | null }): void;
  setStep(form: HTMLFormElement, step: string): boolean;
  giveFocus(question: HTMLElement): void;
  /** → to be called with the depth of the question that is asked now. */
  keepPlaces(first: number, goBack: (place: number) => void): (depth: number) => void;
  onTap(root: EventTarget, actions: Record<string, (button: any) => void>): void;
}

// mahjong-store.js

interface Tiles {
  held: Record<string, string>;
  values: Record<string, string | boolean>;
}

interface TileEntry {
  form: HTMLFormElement;
  held: Record<string, string>;
  left: Draft | null;
  past: Tiles[];
  isRestored: boolean;
  beside: Draft | null;
  snapshot(): Tiles;
  field(name: string): any;
  value(name: string): string;
  set(name: string, value: string | number): void;
  tick(name: string, isOn: boolean): void;
  isTicked(name: string): boolean;
  remember(): void;
  undo(): boolean;
  keepDraft(winner: number | undefined): void;
  start(winner: number | null): void;
  startAnother(winner: number): boolean;
  resume(): void;
  askWhoSits(): void;
  reset(): void;
  saveDraft(winner: number | null): void;
  dropDraft(): void;
}

// pad-*.js

/** 0–9 are 一…十, 10–19 壹…拾, 20 飞, 21–24 秤. */
type Card = number;

interface Group {
  kind: string;
  cards: Card[];
  /** What its cards were tapped as, where one stands for another. */
  as?: Card[];
}

interface Win {
  card: Card;
  /** Index of its group. */
  at: number;
}

type Hand = { groups: Group[]; win: Win | null };
/** By kind: [small, big]. */
type Values = Record<string, [number, number]>;

interface Cards {
  CARDS: string;
  SAME: string[];
  SPECIAL: Card[][];
  number(card: Card): number;
  isBig(card: Card): boolean;
  isRed(card: Card): boolean;
  isWild(card: Card): boolean;
  mayBe(wild: Card, card: Card): boolean;
  isSpecial(cards: Card[]): boolean;
  nameOf(card: Card): string;
  nameIn(t: Texts, ...cards: Card[]): string;
  text(cards: Card[]): string;
  cardsOf(kind: string, card: Card): Card[] | null;
  faces(group: Group): Card[];
  value(group: Group, values: Values): number;
  format(groups: Group[], win: Win | null, tokens?: Texts): string;
  parse(line: string, tokens?: Texts): Hand | null;
}

interface PadConfig {
  groups: number;
  /** Cards that two quads dealt bring. */
  extra: number;
  dealer: number | null;
  /** 醒 is on. */
  xing: boolean;
  /** A 醒 card is turned after the win. */
  turn: boolean;
  minHu: number;
  /** The fewest 胡 that have a key of their own where the minimum is as usual. */
  calledFrom: number;
  huPerUnit: number;
  firstUnits: number;
  /** Patterns that win below the minimum. */
  hasPatterns: boolean;
  unit: string;
  tokens: Texts;
  wilds: Record<string, number>;
  values: Values;
  words: Texts;
}

interface PadState {
  winner: number | null;
  source: string;
  from: number | null;
  mark: string;
  mode: string;
  tab: string;
  target: string;
  groups: Group[];
  winAt: number | null;
  winCard: Card | null;
  flipped: Card[];
  pileEmpty: boolean;
  hu: number | null;
  xing: number | null;
  lower: number | null;
  minHu: number | null;
  patterns: string[];
  /** What was counted of the winner's cards, by name. */
  counts: Record<string, string>;
}

interface Collision {
  card: Card;
  n: number;
  at: number[];
}

interface PadLogic {
  EMPTY: Readonly<PadState>;
  change(state: PadState, part: Partial<PadState>): PadState;
  isOpening(state: PadState): boolean;
  total(state: PadState): number;
  missing(state: PadState, config: PadConfig): number;
  tooMany(state: PadState, cards: Card[]): boolean;
  collision(state: PadState): Collision | null;
  kindNow(state: PadState, config: PadConfig): string;
  emptySlots(state: PadState, config: PadConfig): string[];
  add(state: PadState, kind: string, cards: Card[]): PadState;
  remove(state: PadState, at: number): PadState;
  replace(state: PadState, at: number, kind: string, cards: Card[]): PadState;
  stand(state: PadState, at: number, wild: Card, face: Card): PadState;
  unstand(state: PadState, at: number): PadState;
  wildChoices(state: PadState, at: number, wild: Card): Card[];
  wildsLeft(state: PadState, config: PadConfig, wild: Card): number;
  win(state: PadState, config: PadConfig): Win | null;
  isGuess(state: PadState, config: PadConfig): boolean;
  winChoices(state: PadState): Win[];
  mayHaveWon(state: PadState, at: number): boolean;
  isGone(state: PadState, card: Card, needed: number): boolean;
  step(state: PadState, config: PadConfig): string;
  canStop(state: PadState, config: PadConfig): boolean;
  flip(state: PadState, card: Card, needed: number): PadState;
  waitsFor(state: PadState, config: PadConfig, needed: number): { text: string; n?: number } | null;
  sameHand(a: PadState, b: PadState): boolean;
}

interface SlotLook {
  /** Which of its cards won. */
  won: Card | null;
  isClash: boolean;
}

interface KeyLook {
  isFull: boolean;
  hasPoints: boolean;
}

interface PadView {
  groupSlot(group: Group, at: number, look: SlotLook, config: PadConfig, t: Texts): HTMLElement;
  emptySlot(kind: string, isNext: boolean, t: Texts): HTMLElement;
  key(group: Group, base: Card, look: KeyLook, config: PadConfig, t: Texts): HTMLElement;
  noKey(base: Card): HTMLElement;
  single(
    base: Card,
    data: Record<string, number>,
    isChosen: boolean,
    t: Texts,
    badge?: { group?: string; isGone?: boolean },
  ): HTMLElement;
  /** Puts these in place of what a root has, and leaves what looks the same. */
  place(root: HTMLElement, nodes: HTMLElement[]): void;
}

interface Choice {
  text: string;
  isBad?: boolean;
  act(): void;
}

interface PadEntry {
  form: HTMLFormElement;
  config: PadConfig;
  state: PadState;
  raw: string | null;
  needed: number;
  past: unknown[];
  isRestored: boolean;
  beside: Draft | null;
  field(name: string): any;
  commit(state: PadState): void;
  show(part: Partial<PadState>): void;
  publish(): void;
  undo(): boolean;
  resume(): void;
  reset(): void;
  dropDraft(): void;
  chooseWinner(winner: number): void;
  applySentence(values: Record<string, any>): void;
  /** 一炮双响: the pad is free for the other who won the same card. */
  turnToOther(): void;
  /** The next deal begins as this one was entered. */
  keepUsual(): void;
  listen(listener: () => void): void;
}

interface PadMenu {
  group(entry: PadEntry, at: number, t: Texts): void;
  place(entry: PadEntry, kind: string, t: Texts): void;
  wild(entry: PadEntry, card: Card, t: Texts): void;
  askNumber(title: string, value: number | null, t: Texts, done: (n: number) => void): void;
}

interface PadStops {
  /** To be called when keys were drawn. */
  settle(): void;
}

interface PadSteps {
  wire(entry: PadEntry, t: Texts): void;
  dropSentence(entry: PadEntry): void;
}

interface Zipai extends Helpers, App, Sending, Entering, Pages, Reach {
  /** What was tapped before its script had come. */
  early: { button: HTMLElement | null; link: string; isLinkTaken: boolean };
  /** What was found out last about the network; undefined: what the browser thinks. */
  isUnreachable?: boolean;
  queue: Queue;
  Entry: any;
  parts: EntryParts;
  TileEntry: new () => TileEntry;
  PadEntry: new (form: HTMLFormElement) => PadEntry;
  readCounts(form: HTMLFormElement): Record<string, string>;
  cards: Cards;
  /** Path data of 一…十 and 壹…拾, each centred in a square of 240 units. */
  outlines: string[];
  state: PadLogic;
  view: PadView;
  menu: PadMenu;
  stops: PadStops;
  steps: PadSteps;
}

/** What browsers that can read codes have; TypeScript does not know it. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface BarcodeReaders {
  new (options: { formats: string[] }): BarcodeReader;
  getSupportedFormats(): Promise<string[]>;
}
interface Window {
  BarcodeDetector?: BarcodeReaders;
  zipai: Zipai;
  htmx?: { process(node: Element): void; trigger(node: string | Element, name: string): void };
}
