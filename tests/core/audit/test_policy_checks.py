"""What servers say and what pages let strangers do: each check fires, is content, and knows the lookalike."""

import pytest

from crawler.core.audit.domains import registrable, same_owner
from crawler.egress import suffixes
from tests.core.audit.build import found, hits, page, site

Headers = tuple[tuple[str, str], ...]
CSP = "Content-Security-Policy"
LONG = "<p>" + "word " * 400

POLICIES: list[tuple[list[str], str]] = [
    (["script-src 'self' 'unsafe-inline'"], "'unsafe-inline'"),
    (["default-src 'self' 'UNSAFE-INLINE' 'unsafe-eval'"], "'unsafe-inline', 'unsafe-eval'"),
    (["script-src *"], "*"),
    (["default-src 'self' data:"], "data:"),
    (["script-src https: 'nonce-abc' 'unsafe-inline'"], "https:"),
    (["img-src *; SCRIPT-SRC 'self' *"], "*"),
    (["script-src 'self' 'unsafe-inline'; script-src 'self'"], "'unsafe-inline'"),
    (["script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'unsafe-eval'"], "'unsafe-inline'"),
    (["frame-ancestors 'self', script-src 'unsafe-eval'"], "'unsafe-eval'"),
    (["script-src 'strict-dynamic' 'nonce-x' 'unsafe-eval' https:"], "'unsafe-eval'"),
    (["script-src 'self'"], ""),
    (["default-src 'self'; style-src 'unsafe-inline'; img-src * data:"], ""),
    (["default-src * data: 'unsafe-inline'; script-src 'self'"], ""),
    (["script-src 'nonce-abc' 'unsafe-inline'"], ""),
    (["script-src 'sha256-abc=' 'unsafe-inline'"], ""),
    (["script-src 'strict-dynamic' 'nonce-x' 'unsafe-inline' https: http: *"], ""),
    (["script-src 'unsafe-inline'", "script-src 'self'"], ""),
    (["frame-ancestors 'none'; upgrade-insecure-requests"], ""),
    (["script-src https://cdn.org *.site.org 'wasm-unsafe-eval' 'unsafe-hashes'"], ""),
    ([" ; "], ""),
    ([], ""),
]


@pytest.mark.parametrize(("policies", "weak"), POLICIES)
def test_a_policy_is_as_weak_as_what_all_of_them_let_through(policies: list[str], weak: str) -> None:
    hit = found("sec-csp-weak", site({"/": "x"}, headers=tuple((CSP, policy) for policy in policies)))
    assert [one.evidence for one in hit] == ([f"scripts are let through by {weak}"] if weak else [])


def test_a_policy_in_a_meta_tag_counts_and_one_that_only_reports_does_not() -> None:
    meta = "<meta http-equiv=content-security-policy content=\"script-src 'self' 'unsafe-eval'\">"
    assert found("sec-csp-weak", site({"/": meta}))
    assert not found("sec-csp-weak", site({"/": "x"}, headers=((f"{CSP}-Report-Only", "script-src *"),)))


@pytest.mark.parametrize(
    ("field", "value", "tells"),
    [
        ("Server", "nginx/1.18.0", True),
        ("Server", "Apache/2.4.41 (Ubuntu)", True),
        ("Server", "Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips", True),
        ("Server", "Microsoft-IIS/10.0", True),
        ("Server", "Apache/2", True),
        ("X-Powered-By", "PHP/8.1.2-1ubuntu2.14", True),
        ("X-Powered-By", "Phusion Passenger 6.0.4", True),
        ("X-AspNet-Version", "4.0.30319", True),
        ("X-AspNetMvc-Version", "5.2", True),
        ("X-Generator", "Drupal 10 (https://www.drupal.org)", True),
        ("Server", "nginx", False),
        ("Server", "cloudflare", False),
        ("Server", "ECAcc (lac/5598)", False),
        ("Server", "ECS (dcb/7F3B)", False),
        ("Server", "AmazonS3", False),
        ("Server", "h2o", False),
        ("X-Powered-By", "Next.js", False),
        ("X-Powered-By", "ASP.NET", False),
        ("X-Version", "nginx/1.18.0", False),
        ("Via", "1.1 varnish", False),
    ],
)
def test_versions_in_headers(field: str, value: str, tells: bool) -> None:
    assert bool(found("sec-version-disclosure", site({"/": "x"}, headers=((field, value),)))) is tells


@pytest.mark.parametrize(
    ("generator", "tells"),
    [
        ("WordPress 6.4.2", True),
        ("Joomla! 3.9", True),
        ("TYPO3 4.7 CMS", True),
        ("Astro v5.1.0", True),
        ("Drupal 10 (https://www.drupal.org)", True),
        ("WordPress", False),
        ("Joomla! - Open Source Content Management", False),
        ("Acme Studio 2024", False),
        ("Web2py", False),
        ("Made with 100% love", False),
    ],
)
def test_versions_in_generators(generator: str, tells: bool) -> None:
    html = f"<meta name=GENERATOR content='{generator}'>"
    assert bool(found("sec-version-disclosure", site({"/": html}))) is tells


def test_one_server_is_one_finding() -> None:
    (hit,) = found("sec-version-disclosure", site({"/": "x", "/a": "y"}, headers=(("Server", "nginx/1.2.3"),)))
    assert hit.evidence == "Server: “nginx/1.2.3”; on all 2 pages"


@pytest.mark.parametrize(
    ("headers", "evidence"),
    [
        ((("Access-Control-Allow-Origin", "*"),), "Access-Control-Allow-Origin: *"),
        (
            (("access-control-allow-origin", " * "), ("Access-Control-Allow-Credentials", "TRUE")),
            "Access-Control-Allow-Origin: *, with credentials",
        ),
        ((("Access-Control-Allow-Origin", "https://site.org"), ("Access-Control-Allow-Credentials", "true")), ""),
        ((("Timing-Allow-Origin", "*"),), ""),
    ],
)
def test_who_may_read_pages(headers: Headers, evidence: str) -> None:
    hit = found("sec-cors-wildcard", site({"/": "x"}, headers=headers))
    assert [one.evidence for one in hit] == ([evidence] if evidence else [])


@pytest.mark.parametrize(
    ("headers", "fires"),
    [
        ((), True),
        ((("Content-Encoding", "identity"),), True),
        ((("Content-Encoding", ""),), True),
        ((("Content-Encoding", "gzip"),), False),
        ((("content-encoding", "BR"),), False),
        ((("Content-Encoding", "identity, zstd"),), False),
    ],
)
def test_pages_are_packed(headers: Headers, fires: bool) -> None:
    assert bool(found("no-compression", site({"/": LONG}, headers=headers))) is fires


def test_a_short_page_need_not_be_packed() -> None:
    assert not found("no-compression", site({"/": "x" * 1400}))
    assert found("no-compression", site({"/": "x" * 1401}))


@pytest.mark.parametrize(
    ("script", "fires"),
    [
        ("<script src=https://cdn.example.net/lib.js></script>", True),
        ("<SCRIPT ASYNC SRC='//cdn.jsdelivr.net/npm/vue@3'></SCRIPT>", True),
        ("<script type=module src=https://unpkg.com/x integrity=''></script>", True),
        ("<script src=https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/jquery.min.js></script>", True),
        ("<script src=https://cdn.example.net/lib.js integrity=sha384-abc crossorigin></script>", False),
        ("<script src=/lib.js></script>", False),
        ("<script src=https://static.site.org/lib.js></script>", False),
        ("<script src=https://www.googletagmanager.com/gtag/js?id=G-1></script>", False),
        ("<script src=https://js.stripe.com/v3/></script>", False),
        ("<script type=text/plain src=https://cdn.example.net/lib.js></script>", False),
        ("<link rel=preload as=script href=https://cdn.example.net/lib.js>", False),
        ("<script src='http://['></script>", False),
    ],
)
def test_scripts_from_elsewhere(script: str, fires: bool) -> None:
    assert bool(hits("sec-sri-missing", page(f"<body>{script}"))) is fires


@pytest.mark.parametrize(
    ("link", "fires"),
    [
        ("<a target=_blank rel=opener href=https://other.org/>x</a>", True),
        ("<a href=https://other.org/ rel='external OPENER' target=' _BLANK '>x</a>", True),
        ("<a target=_blank href=https://other.org/>x</a>", False),
        ("<a target=_blank rel=noopener href=https://other.org/>x</a>", False),
        ("<a target=_blank rel='opener noreferrer' href=https://other.org/>x</a>", False),
        ("<a rel=opener href=https://other.org/>x</a>", False),
        ("<a target=_blank rel=opener href=/b>x</a>", False),
        ("<a target=_blank rel=opener href='mailto:x@y.org'>x</a>", False),
    ],
)
def test_a_hold_on_this_page(link: str, fires: bool) -> None:
    assert bool(hits("sec-blank-opener", page(f"<body>{link}"))) is fires


HOSTS = (
    "site.org", "www.site.org", "a.b.site.org", "www.bbc.co.uk", "shop.com.br", "x.shop.com.br", "ministry.gov.al",
    "a.github.io", "b.a.github.io", "x.vercel.app", "www.go.jp.example.com", "a.co.jp", "localhost", "www.example.cz",
    "a.uk.com", "x.a.uk.com",
)  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_registered_names_are_those_of_the_public_suffix_list(host: str) -> None:
    assert registrable(host) == (suffixes.registrable(host) or host)


def test_an_address_is_its_own_owner() -> None:
    assert registrable("93.184.215.14") == "93.184.215.14"
    assert registrable("2001:db8::1") == "2001:db8::1"
    assert same_owner("93.184.215.14", "93.184.215.14")
    assert not same_owner("93.184.215.14", "93.184.215.15")
    assert same_owner("www.site.org", "static.site.org")
