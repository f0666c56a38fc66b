"""What a server's certificate says, and why it does not hold: a stable word, and the facts its owner needs."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cryptography import x509
from OpenSSL import SSL
from service_identity import VerificationError
from service_identity.cryptography import verify_certificate_hostname, verify_certificate_ip_address
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from crawler.core.outcome import Ending, Outcome
from crawler.core.url_hosts import is_address
from crawler.egress.exchange import Exchange

#: Of a certificate that names a thousand hosts, so many are kept.
NAMES_KEPT: Final = 20
TEXT_KEPT: Final = 200
#: Why OpenSSL refuses a chain (its x509_vfy.h), by our words. What is not here is "invalid".
CODES: Final = {
    9: "not-yet-valid", 10: "expired",
    18: "self-signed",
    2: "unknown-authority", 19: "unknown-authority", 20: "unknown-authority", 21: "unknown-authority",
    23: "revoked",
    66: "too-weak", 67: "too-weak", 68: "too-weak",
}  # fmt: skip
SENTENCES: Final = {
    "expired": "the certificate is out of date",
    "not-yet-valid": "the certificate is not valid yet",
    "self-signed": "the certificate is signed by nobody but itself",
    "unknown-authority": "the certificate was not issued by an authority we trust, or its chain is not sent whole",
    "wrong-name": "the certificate is not for this host name",
    "revoked": "the certificate was revoked",
    "too-weak": "the certificate's key or signature is too weak",
    "invalid": "the certificate is not valid",
    "too-old": "the server only offers outdated TLS",
    "not-tls": "the server does not speak TLS on this port",
    "failed": "the TLS handshake failed",
}
#: What OpenSSL says where it is not the certificate.
SAID: Final = {
    "unsupported protocol": "too-old",
    "alert protocol version": "too-old",
    "wrong version number": "not-tls",
    "packet length too long": "not-tls",
    "http request": "not-tls",
}


@implementer(IOpenSSLClientConnectionCreator)
class JudgedTls:
    """Connections of twisted's making whose certificate we judge ourselves: its own callback keeps no reason.

    Chain and name are both asked for, as there; what was seen is noted in the exchange.
    """

    def __init__(self, made: IOpenSSLClientConnectionCreator, host: str, find: Callable[[], Exchange | None]):
        self._made = made
        self._host = host
        self._find = find

    def clientConnectionForTLS(self, tlsProtocol: Any) -> SSL.Connection:
        connection = self._made.clientConnectionForTLS(tlsProtocol)
        judge = partial(_judge, self._host, self._find)
        connection.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, judge)
        return connection


def _judge(
    host: str, find: Callable[[], Exchange | None], _: object, certificate: Any, code: int, depth: int, ok: int
) -> bool:
    """OpenSSL asks for each certificate of the chain, the server's own last. What is raised here would be a no."""
    word, known = CODES.get(code, "invalid") if not ok else "", None
    try:
        read = certificate.to_cryptography()
        word = word or ("wrong-name" if depth == 0 and not is_for(host, read) else "")
        known = facts(read, depth)
    except ValueError:  # OpenSSL could read it, and cryptography, which is stricter, could not
        word = word or "invalid"
    exchange = find()
    if exchange is not None and (word or depth == 0):
        exchange.certificate, exchange.tls = known, word
    return not word


def is_for(host: str, certificate: x509.Certificate) -> bool:
    """Whether the certificate names the host (RFC 9525)."""
    verify = verify_certificate_ip_address if is_address(host) else verify_certificate_hostname
    try:
        verify(certificate, host)
    except VerificationError:
        return False
    return True


def facts(certificate: x509.Certificate, depth: int = 0) -> dict[str, object]:
    """What an owner needs to find the certificate and mend it; `depth` where it is an authority's above."""
    found: dict[str, object] = {
        "subject": _name(certificate.subject),
        "issuer": _name(certificate.issuer),
        "not_before": certificate.not_valid_before_utc.isoformat(),
        "not_after": certificate.not_valid_after_utc.isoformat(),
        "names": _names(certificate),
    }
    return found | ({"depth": depth} if depth else {})


def _name(name: x509.Name) -> str:
    return name.rfc4514_string()[:TEXT_KEPT]


def _names(certificate: x509.Certificate) -> list[str]:
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, x509.DuplicateExtension, ValueError):  # what does not say it in order says nothing
        return []
    return [str(name.value)[:TEXT_KEPT] for name in list(names)[:NAMES_KEPT]]


def ending(word: str, certificate: dict[str, object] | None, said: str = "") -> Ending:
    """The ending tls-invalid, with its word and what shows it."""
    shown = {"tls": word, **({"certificate": certificate} if certificate else {})}
    about = _about(word, certificate or {}) or (f" (OpenSSL: {said})" if said else "")
    return Ending(Outcome.TLS_INVALID, SENTENCES[word] + about, shown | ({"openssl": said} if said else {}))


def word_for(said: str) -> str:
    """The word for what OpenSSL said of a handshake that did not come to the certificate."""
    if "certificate verify failed" in said:
        return "invalid"
    return next((word for key, word in SAID.items() if key in said), "failed")


def _about(word: str, certificate: dict[str, object]) -> str:
    """The one fact that makes the sentence plain."""
    if not certificate:
        return ""
    names = certificate["names"]
    known = {
        "expired": f" since {certificate['not_after']}",
        "not-yet-valid": f" before {certificate['not_before']}",
        "unknown-authority": f" (issuer: {certificate['issuer']})",
        "wrong-name": f" (it names {', '.join(names[:5]) or 'none'})" if isinstance(names, list) else "",
    }
    return known.get(word, "")
