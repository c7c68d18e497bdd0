"""HTTPS in the living room: an authority of this server's own, and a certificate for wherever this machine is reached.

Needs the extra ``[https]``. What a phone trusts is the authority, once; it can vouch for nothing but addresses and names
of local networks (`zipai_ledger.http.addresses`), so that whoever steals its key can read along at home, and nowhere else.
"""

import contextlib
import os
import plistlib
import ssl
import tempfile
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from zipai_ledger.http.addresses import ENDINGS, HOME, Reach, reach

AUTHORITY_LASTS = timedelta(days=3650)
CERTIFICATE_LASTS = timedelta(days=90)
"""Phones take none that lasts longer than 825 days."""
RENEWED = timedelta(days=30)
"""One that has less left is renewed."""
EARLIER = timedelta(days=1)
"""Clocks of phones go wrong."""
IDENTITY = uuid.UUID("5b0ac1c4-6b1e-4f1a-9d3b-2f7a1d0c9a11")
"""From which the names of a profile are worked out, so that one that is installed again takes the place of the first."""


@dataclass(frozen=True)
class Authority:
    """What vouches for this server, kept in ``folder``: its key, readable by its owner only, and its certificate."""

    folder: Path

    @property
    def certificate_path(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def served_path(self) -> Path:
        """Key and certificate of the server, in one file: they are never of two ages."""
        return self.folder / "server.pem"

    @cached_property
    def key(self) -> ec.EllipticCurvePrivateKey:
        """Made once."""
        path = self.folder / "authority.key"
        if not path.exists():
            put(path, packed(ec.generate_private_key(ec.SECP256R1())))
        key = serialization.load_pem_private_key(path.read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError(f"{path}: expected a key of an elliptic curve")
        return key

    @cached_property
    def certificate(self) -> x509.Certificate:
        """Made once, and anew where it does not belong to the key or is about to end: phones then have to trust it anew."""
        if self.certificate_path.exists():
            found = x509.load_pem_x509_certificate(self.certificate_path.read_bytes())
            if found.public_key() == self.key.public_key() and lasts(found, CERTIFICATE_LASTS):
                return found
        made = _vouching_for_itself(self.key)
        put(self.certificate_path, made.public_bytes(serialization.Encoding.PEM))
        return made

    @property
    def name(self) -> str:
        """What phones list it as."""
        return common_name(self.certificate)

    @property
    def fingerprint(self) -> str:
        """SHA-256 in pairs of digits, as phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def for_android(self) -> bytes:
        """The certificate alone (DER)."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def for_apple(self) -> bytes:
        """The certificate in a profile (.mobileconfig)."""
        identifier = f"zipai-ledger.{self.certificate.fingerprint(hashes.SHA256()).hex()[:16]}"
        payload = {
            "PayloadType": "com.apple.security.root",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"{identifier}.authority",
            "PayloadUUID": str(uuid.uuid5(IDENTITY, f"{identifier}.authority")).upper(),
            "PayloadDisplayName": self.name,
            "PayloadCertificateFileName": "zipai.crt",
            "PayloadContent": self.for_android,
        }
        return plistlib.dumps(
            {
                "PayloadType": "Configuration",
                "PayloadVersion": 1,
                "PayloadIdentifier": identifier,
                "PayloadUUID": str(uuid.uuid5(IDENTITY, identifier)).upper(),
                "PayloadDisplayName": self.name,
                "PayloadDescription": "只担保家里这一个网里的地址。Vouches for addresses of local networks only.",
                "PayloadContent": [payload],
            }
        )

    def renew(self, now: Reach) -> bool:
        """Make the server's certificate where there is none that still lasts and names all of this. Whether it was made."""
        with contextlib.suppress(OSError, ValueError):
            found = x509.load_pem_x509_certificate(self.served_path.read_bytes())
            if lasts(found, RENEWED) and names_all(found, now) and is_vouched(found, self.certificate):
                return False
        key = ec.generate_private_key(ec.SECP256R1())
        made = _vouching_for(self.certificate, self.key, key.public_key(), now)
        put(self.served_path, packed(key) + made.public_bytes(serialization.Encoding.PEM))
        return True


class Served:
    """How the server shows who it is: lines that are begun after `refresh` get the newest certificate."""

    def __init__(self, authority: Authority) -> None:
        self.authority = authority
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.set_alpn_protocols(["http/1.1"])
        authority.renew(reach())
        self.context.load_cert_chain(authority.served_path)

    def refresh(self) -> None:
        """Look where this machine is now, and how long its certificate lasts."""
        if self.authority.renew(reach()):
            self.context.load_cert_chain(self.authority.served_path)


def lasts(certificate: x509.Certificate, at_least: timedelta) -> bool:
    """Whether it holds now, and so much longer."""
    now = datetime.now(UTC)
    return certificate.not_valid_before_utc <= now and now + at_least < certificate.not_valid_after_utc


def names_all(certificate: x509.Certificate, now: Reach) -> bool:
    """Whether it was made for all of these; it may have been made for others too, where this machine was before."""
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    names, addresses = named.get_values_for_type(x509.DNSName), named.get_values_for_type(x509.IPAddress)
    return set(now.names) <= set(names) and set(now.addresses) <= set(addresses)


def is_vouched(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    """Whether the authority signed it."""
    try:
        certificate.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def common_name(certificate: x509.Certificate) -> str:
    """The name that it was made with."""
    return str(certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def _vouching_for_itself(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    """The authority: for local networks only, and for no further authority."""
    now = datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"字牌账本 zipai {now.date().isoformat()}")])
    public = key.public_key()
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    permitted = [*map(x509.DNSName, ENDINGS), *map(x509.IPAddress, HOME)]
    return (
        _begun(name, name, public, now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, hashes.SHA256())
    )


def _vouching_for(
    authority: x509.Certificate,
    signing: ec.EllipticCurvePrivateKey,
    public: ec.EllipticCurvePublicKey,
    now: Reach,
) -> x509.Certificate:
    """The server's certificate."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "zipai-ledger")])
    named: Sequence[x509.GeneralName] = [
        *map(x509.DNSName, now.names),
        *map(x509.IPAddress, now.addresses),
    ]
    return (
        _begun(authority.subject, name, public, datetime.now(UTC), CERTIFICATE_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(named), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False
        )
        .sign(signing, hashes.SHA256())
    )


def _begun(
    issuer: x509.Name, subject: x509.Name, public: ec.EllipticCurvePublicKey, now: datetime, length: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .issuer_name(issuer)
        .subject_name(subject)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + length)
    )


def packed(key: ec.EllipticCurvePrivateKey) -> bytes:
    """As it is kept."""
    kinds = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(*kinds, serialization.NoEncryption())


def put(path: Path, content: bytes) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(draft, path)
