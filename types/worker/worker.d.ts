// static/sw.js is no page; `zipai` is what views/offline.py writes in front of it.
interface TableWorker extends ServiceWorkerGlobalScope {
  zipai: { version: string; offline: string; files: string[] };
}
