"""What a server's certificate says, and why it does not hold: a stable word, and the facts its owner needs."""

import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, Final

from cryptography import x509
from OpenSSL import SSL, crypto
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from crawler.core.outcome import Ending, Outcome
from crawler.egress import alternative_names
from crawler.egress.alternative_names import Name
from crawler.egress.exchange import Exchange

#: Of a certificate that names a thousand hosts, so many are kept.
NAMES_KEPT: Final = 20
TEXT_KEPT: Final = 200
#: A certificate of a version there is not has the same facts in the same places.
_VERSION: Final = re.compile(rb"\xa0\x03\x02\x01.", re.DOTALL)
_V3: Final = b"\xa0\x03\x02\x01\x02"
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
        asked = partial(judge, self._host, self._find)
        connection.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, asked)
        return connection


def judge(
    host: str, find: Callable[[], Exchange | None], _: object, certificate: Any, code: int, depth: int, ok: int
) -> bool:
    """OpenSSL asks for each certificate of the chain, the server's own last. What is raised here would be a no."""
    word = CODES.get(code, "invalid") if not ok else ""
    if not word and depth:
        return True
    der = crypto.dump_certificate(crypto.FILETYPE_ASN1, certificate)
    found, read = alternative_names.names(der), _load(der)
    word = word or _why_not(host, found, read)
    exchange = find()
    if exchange is not None:
        read = read or _load(_VERSION.sub(_V3, der, count=1))
        exchange.certificate = facts(read, found or [], depth) if read else None
        exchange.tls = word
    return not word


def _load(der: bytes) -> x509.Certificate | None:
    try:
        return x509.load_der_x509_certificate(der)
    except (ValueError, x509.InvalidVersion):  # OpenSSL could read it, and cryptography, which is stricter, could not
        return None


def _why_not(host: str, found: list[Name] | None, read: x509.Certificate | None) -> str:
    """Why the server's own certificate is not one for the host, though its chain holds."""
    if found is None or read is None:
        return "invalid"
    return "" if alternative_names.covers(host, found) else "wrong-name"


def facts(certificate: x509.Certificate, found: list[Name], depth: int = 0) -> dict[str, object]:
    """What an owner needs to find the certificate and mend it; `depth` where it is an authority's above."""
    known: dict[str, object] = {
        "subject": _said(lambda: certificate.subject.rfc4514_string()),
        "issuer": _said(lambda: certificate.issuer.rfc4514_string()),
        "not_before": _said(lambda: certificate.not_valid_before_utc.isoformat()),
        "not_after": _said(lambda: certificate.not_valid_after_utc.isoformat()),
        "names": [text[:TEXT_KEPT] for text in islice(alternative_names.texts(found), NAMES_KEPT)],
    }
    return known | ({"depth": depth} if depth else {})


def _said(read: Callable[[], str]) -> str:
    try:
        return read()[:TEXT_KEPT]
    except ValueError:  # it is read when it is asked for, and need not be in order
        return ""


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
