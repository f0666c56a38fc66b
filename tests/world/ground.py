"""What the machine inside believes: who answers for names and who vouches for certificates."""

import importlib.util
import ssl
from pathlib import Path

from OpenSSL import crypto

from tests.world import kernel
from tests.world.pki import Authority

#: Folders and files in which distributions keep the authorities they trust.
_FOLDERS = ("/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted/pem")
_FILES = ("/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/pki/tls/cacert.pem", "/etc/pki/tls/cert.pem")
_BUNDLES = ("ca-certificates.crt", "ca-bundle.crt", "ca-bundle.trust.crt", "tls-ca-bundle.pem")


def lay(authority: Authority, folder: Path) -> Path:
    """Replace resolver settings and trust store in this mount namespace; the path of the authority's PEM."""
    folder.mkdir()
    scratch = folder / "scratch"
    scratch.mkdir()
    _names(folder, scratch)
    return _trust(authority, folder, scratch)


def _names(folder: Path, scratch: Path) -> None:
    settings = folder / "resolv.conf"
    settings.write_text("nameserver 127.0.0.1\n")
    kernel.place(settings, Path("/etc/resolv.conf"), scratch)
    # Without these two a lookup could travel by a Unix socket to a service outside.
    order = folder / "nsswitch.conf"
    order.write_text("passwd: files\ngroup: files\nhosts: files dns\n")
    if Path("/etc/nsswitch.conf").exists():
        kernel.place(order, Path("/etc/nsswitch.conf"), scratch)
    if Path("/run/nscd").is_dir():
        (folder / "nscd").mkdir()
        kernel.lay_over(folder / "nscd", Path("/run/nscd"))


def _trust(authority: Authority, folder: Path, scratch: Path) -> Path:
    store = folder / "certs"
    store.mkdir()
    digest = crypto.X509.from_cryptography(authority.certificate).subject_name_hash()
    for name in (*_BUNDLES, f"{digest:08x}.0", "authority.pem"):
        (store / name).write_bytes(authority.pem)
    pem = folder / "authority.pem"
    pem.write_bytes(authority.pem)
    files, folders = _places()
    for place in folders or [Path(_FOLDERS[0])]:
        kernel.place(store, place, scratch)
    for place in files:
        if not any(place.is_relative_to(folder) for folder in folders):
            kernel.place(pem, place, scratch)
    return pem


def _places() -> tuple[list[Path], list[Path]]:
    """The real files and folders here that may vouch for a certificate; certifi's too."""
    paths = ssl.get_default_verify_paths()
    files = [*_FILES, paths.openssl_cafile]
    certifi = importlib.util.find_spec("certifi")
    if certifi and certifi.origin:
        files.append(str(Path(certifi.origin).with_name("cacert.pem")))
    folders = [*_FOLDERS, paths.openssl_capath]
    return (
        sorted({Path(file).resolve() for file in files if Path(file).is_file()}),
        sorted({Path(folder).resolve() for folder in folders if Path(folder).is_dir()}),
    )
