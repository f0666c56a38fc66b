"""TLS, verified always: the chain against the system's authorities, the name against the URL's host."""

import re
import ssl
from functools import lru_cache
from pathlib import Path

from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from twisted.internet.ssl import Certificate, optionsForClientTLS, trustRootFromCertificates
from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

#: Bundles of authorities by platform, after the one this Python's OpenSSL names.
BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, RHEL
    "/etc/ssl/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",  # macOS, Alpine, the BSDs
)
CERTIFICATE = re.compile(rb"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----")


class NoAuthorities(Exception):
    """No bundle of certificate authorities was found: https could not be verified, so nothing starts."""


@implementer(IPolicyForHTTPS)
class VerifyingPolicy:
    """Gives every https connection a context that verifies. There is no other policy."""

    def __init__(self) -> None:
        self._trust = trustRootFromCertificates(authorities())

    @lru_cache(maxsize=256)  # noqa: B019 - one policy lives as long as the handler
    def creatorForNetloc(self, hostname: bytes, port: int) -> IOpenSSLClientConnectionCreator:
        # http/1.1 only: an HTTP/2 connection may serve another name than the one that was judged.
        return optionsForClientTLS(hostname.decode("ascii"), trustRoot=self._trust, acceptableProtocols=[b"http/1.1"])


def authorities() -> list[Certificate]:
    """The system's certificate authorities. Raises NoAuthorities."""
    for path in (ssl.get_default_verify_paths().cafile, *BUNDLES):
        found = _read(Path(path)) if path else []
        if found:
            return found
    raise NoAuthorities(
        "no certificate authorities found in "
        + ", ".join(BUNDLES)
        + ": install the package ca-certificates, or name a bundle in SSL_CERT_FILE"
    )


def _read(path: Path) -> list[Certificate]:
    if not path.is_file():
        return []
    return [Certificate.loadPEM(block) for block in CERTIFICATE.findall(path.read_bytes())]
