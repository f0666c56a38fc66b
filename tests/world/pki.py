"""The throw-away authority and the certificates it did and did not sign."""

import ssl
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

KINDS = (
    "valid", "expired", "not-yet-valid", "self-signed", "wrong-name", "unknown-authority", "bare-address", "too-old",
    "expiring",
)  # fmt: skip
_DAY = timedelta(days=1)
_LIVES = {"expired": (-9 * _DAY, -_DAY), "not-yet-valid": (_DAY, 9 * _DAY), "expiring": (-_DAY, 9 * _DAY)}


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


class Authority:
    """One certificate authority, born now and forgotten with the process."""

    def __init__(self, name: str):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = _name(name)
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = _builder(self.name, self.name, self.key, -_DAY, 30 * _DAY)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.certificate = builder.add_extension(usage, critical=True).sign(self.key, hashes.SHA256())

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, begins: timedelta, ends: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now + begins).not_valid_after(now + ends)
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)


class Certificates:
    """Server contexts by host name and kind, made when first asked for."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.trusted = Authority("Throw-away authority of the tests")
        self.unknown = Authority("An authority nobody trusts")
        self.by_name: Callable[[str], ssl.SSLContext | None] = lambda name: None
        self._contexts: dict[tuple[str, str], ssl.SSLContext] = {}

    def context(self, host: str, kind: str) -> ssl.SSLContext:
        """A server context whose certificate for `host` is of `kind`, one of KINDS."""
        if (host, kind) not in self._contexts:
            self._contexts[host, kind] = self._context(host, kind)
        return self._contexts[host, kind]

    def _context(self, host: str, kind: str) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        path = self.folder / f"{host[:100]}.{kind}.pem"
        plain = serialization.NoEncryption()
        private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        path.write_bytes(private + self._sign(host, kind, key).public_bytes(serialization.Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        context.sni_callback = self._choose
        if kind == "too-old":  # a valid certificate, and nothing newer than TLS 1.1
            context.set_ciphers("ALL:@SECLEVEL=0")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        return context

    def _choose(self, tls: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        chosen = self.by_name(name or "")
        if chosen is not None:
            tls.context = chosen

    def _sign(self, host: str, kind: str, key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
        begins, ends = _LIVES.get(kind, (-_DAY, 60 * _DAY))
        subject = "wrong.elsewhere-example.net" if kind == "wrong-name" else host
        authority = self.unknown if kind == "unknown-authority" else self.trusted
        own = kind == "self-signed"
        issuer, signer = (_name(subject), key) if own else (authority.name, authority.key)
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
        builder = _builder(_name(subject), issuer, key, begins, ends)
        named = x509.IPAddress(ip_address("93.184.215.14")) if kind == "bare-address" else x509.DNSName(subject)
        builder = builder.add_extension(x509.SubjectAlternativeName([named]), critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(usage, critical=False).add_extension(identifier, critical=False)
        return builder.sign(signer, hashes.SHA256())
