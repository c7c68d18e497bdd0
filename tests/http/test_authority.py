"""HTTPS of a server's own: what phones trust, what it vouches for, and when it is renewed."""

import ipaddress
import plistlib
import socket
import ssl
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from zipai_ledger.http import authority as module
from zipai_ledger.http.addresses import HOME, NAMES, Reach, is_at_home, reach
from zipai_ledger.http.authority import Authority, Served

HERE = Reach(
    (ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("192.168.1.7")), ("localhost", "zipai.local")
)
ELSEWHERE = Reach((ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("10.0.0.5")), HERE.names)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "https")


def served(authority: Authority) -> x509.Certificate:
    return x509.load_pem_x509_certificate(authority.served_path.read_bytes())


def shake_hands(authority: Authority, name: str) -> str:
    """Connect as a phone that trusts the authority; "" where that is well, else what it says."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(authority.served_path)
    phone = ssl.create_default_context(cadata=authority.for_android)
    ours, theirs = socket.socketpair()

    def answer() -> None:
        try:
            server.wrap_socket(ours, server_side=True).close()
        except OSError:
            ours.close()

    answering = threading.Thread(target=answer)
    answering.start()
    try:
        with closing(phone.wrap_socket(theirs, server_hostname=name)):
            return ""
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    finally:
        theirs.close()
        answering.join()


@pytest.mark.parametrize("name", ["zipai.local", "192.168.1.7", "localhost"])
def test_a_phone_that_trusts_the_authority_takes_the_server_by_name_and_by_address(
    authority: Authority, name: str
):
    assert authority.renew(HERE)
    assert shake_hands(authority, name) == ""


def test_for_another_address_it_does_not_vouch(authority: Authority):
    authority.renew(HERE)
    assert "mismatch" in shake_hands(authority, "192.168.1.8")


@pytest.mark.parametrize(
    ("stolen", "name"),
    [
        (Reach((), ("bank.example.com",)), "bank.example.com"),
        (Reach((ipaddress.ip_address("8.8.8.8"),), ()), "8.8.8.8"),
    ],
)
def test_whoever_steals_its_key_can_be_nobody_on_the_internet(authority: Authority, stolen: Reach, name: str):
    authority.renew(stolen)
    assert "permitted subtree" in shake_hands(authority, name)


def test_everything_it_keeps_is_for_its_owner_alone(authority: Authority):
    authority.renew(HERE)
    kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in authority.folder.iterdir()}
    assert kept == dict.fromkeys(("authority.key", "authority.pem", "server.pem"), 0o600)
    assert stat.S_IMODE(authority.folder.stat().st_mode) == 0o700


def test_the_authority_is_made_once_and_stays(authority: Authority):
    authority.renew(HERE)
    again = Authority(authority.folder)
    assert again.fingerprint == authority.fingerprint
    assert not again.renew(HERE)


def test_a_machine_that_was_carried_into_another_network_gets_another_certificate(authority: Authority):
    authority.renew(HERE)
    assert authority.renew(ELSEWHERE)
    assert shake_hands(authority, "10.0.0.5") == ""


def test_a_certificate_is_renewed_a_month_before_it_ends(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    authority.renew(HERE)
    first = served(authority)
    assert not authority.renew(HERE)
    monkeypatch.setattr(module, "RENEWED", module.CERTIFICATE_LASTS + timedelta(minutes=1))
    assert authority.renew(HERE)
    assert served(authority).serial_number != first.serial_number


def test_a_damaged_certificate_is_made_anew(authority: Authority):
    authority.renew(HERE)
    authority.served_path.write_text("猫")
    assert authority.renew(HERE)
    assert shake_hands(authority, "zipai.local") == ""


def test_a_key_that_somebody_replaced_makes_an_authority_of_its_own(authority: Authority, tmp_path: Path):
    authority.renew(HERE)
    other = Authority(tmp_path / "other")
    other.renew(HERE)
    (authority.folder / "authority.key").write_bytes((other.folder / "authority.key").read_bytes())
    again = Authority(authority.folder)
    assert again.renew(HERE)
    assert again.fingerprint != authority.fingerprint
    assert shake_hands(again, "zipai.local") == ""


def test_phones_take_no_certificate_that_lasts_longer_than_825_days(authority: Authority):
    authority.renew(HERE)
    found = served(authority)
    assert found.not_valid_after_utc - found.not_valid_before_utc < timedelta(days=825)
    assert found.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=23), "a clock may be an hour slow"


def test_the_profile_holds_the_authority_and_takes_the_place_of_itself(authority: Authority):
    profile = plistlib.loads(authority.for_apple)
    (payload,) = profile["PayloadContent"]
    assert payload["PayloadType"] == "com.apple.security.root"
    assert x509.load_der_x509_certificate(payload["PayloadContent"]) == authority.certificate
    assert plistlib.loads(Authority(authority.folder).for_apple) == profile


def test_a_server_shows_the_newest_certificate_to_whoever_comes_next(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    now = [HERE]
    monkeypatch.setattr(module, "reach", lambda: now[0])
    running = Served(authority)
    loaded: list[Path] = []
    running.context = type("Context", (), {"load_cert_chain": staticmethod(loaded.append)})()
    running.refresh()
    assert loaded == []
    now[0] = ELSEWHERE
    running.refresh()
    assert loaded == [authority.served_path]


def test_only_what_lies_at_home_is_vouched_for():
    found = reach()
    assert all(map(is_at_home, found.addresses))
    assert {"localhost", *NAMES} <= set(found.names)
    assert not is_at_home(ipaddress.ip_address("8.8.8.8"))
    assert not any(network.is_global for network in HOME)


def test_a_kept_key_of_another_kind_is_refused(authority: Authority):
    authority.folder.mkdir()
    (authority.folder / "authority.key").write_bytes(b"-----BEGIN NONSENSE-----")
    with pytest.raises(ValueError, match="PEM"):
        authority.renew(HERE)
    assert isinstance(Authority(authority.folder.parent / "new").key, ec.EllipticCurvePrivateKey)
