"""The rules that `test_source` holds the source tree and the lock to.

A rule takes the path of a file and its text and yields faults. It knows code from data: engines and browsers may be
named in tables and comments, but no string that looks like a whole User-Agent stands outside `core/identity.py`.
"""

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path

from crawler.core.identity import USER_AGENT

ROOT = Path(__file__).resolve().parents[1]
IDENTITY = "crawler/core/identity.py"
TREES = ("crawler", "settings_profiles", "deploy")
TOP = ("pyproject.toml", "Makefile", "scrapy.cfg", ".ci/run", "README.md")
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in sorted([*(p for tree in TREES for p in (ROOT / tree).rglob("*")), *(ROOT / name for name in TOP)])
    if path.is_file() and path.suffix not in (".pyc", ".png", ".ico", ".woff2")
}
LOCK = (ROOT / "requirements.lock").read_text("utf-8")

# Reading Python


def dotted(node):
    """`a.b.c` of a chain of names; "" where it starts at a call, a literal or the like."""
    if isinstance(node, ast.Name):
        return node.id
    base = dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{base}.{node.attr}" if base else ""


def text_of(node):
    """The text of a string or bytes literal, with holes where an f-string has them; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, bytes):
        return node.value.decode("latin-1")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def prose(tree):
    """Docstrings and other strings that stand alone as a statement."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def settings_of(node):
    """(name, value) of everything in this node that gives a named thing a value."""
    if isinstance(node, ast.Dict):
        yield from ((text_of(key), value) for key, value in zip(node.keys, node.values, strict=True))
    elif isinstance(node, ast.Call):
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if re.match(r"set|add|append", method) and len(node.args) >= 2:
            yield text_of(node.args[0]), node.args[1]
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Subscript):
                yield text_of(target.slice), node.value
            else:
                yield getattr(target, "attr", getattr(target, "id", None)), node.value


# Identity

AGENT_LIKE = re.compile(
    r"\bMozilla/\d|\b(AppleWebKit|Gecko|Chrome|Chromium|HeadlessChrome|Safari|Firefox|Edg|OPR|Opera|Trident)/\d"
    r"|\b(curl|Wget|python-requests|aiohttp|httpx|Scrapy|okhttp|Java|Go-http-client|axios)/\d"
    r"|\b\w*([Bb]ot|[Ss]pider|[Cc]rawler|Slurp)/\d"
)
AGENT_NAME = re.compile(r"(\w+_)?user_?-?agents?(_override)?", re.IGNORECASE)
READERS = re.compile(r"(.*\.)?(get|getenv|getattr|getlist|getdict|getbool|getwithbase|pop|setdefault)")


def another_user_agent(path, text):
    """A string that looks like a whole User-Agent."""
    if path == IDENTITY:
        return
    if not path.endswith(".py"):
        if path.startswith(TREES) and AGENT_LIKE.search(text.replace(USER_AGENT, "")):
            yield "looks like another User-Agent"
        return
    tree = ast.parse(text)
    alone = prose(tree)
    for node in ast.walk(tree):
        if id(node) not in alone and AGENT_LIKE.search(text_of(node) or ""):
            yield f"line {node.lineno}: looks like another User-Agent"


def identity_made_here(path, text):
    """A User-Agent given a value that is not `identity.…`; the bare field name and an enum's member are data."""
    if path == IDENTITY or not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        for name, value in settings_of(node):
            if name is None or not (AGENT_NAME.fullmatch(name) or name == "From"):
                continue
            field = AGENT_NAME.fullmatch(text_of(value) or "")
            if not field and not re.match(r"identity\.|[A-Z]\w*\.", dotted(value)):
                yield f"line {node.lineno}: {name} is made here"


def identity_read_elsewhere(path, text):
    """A User-Agent taken from settings, the environment, a spider or a request."""
    if path == IDENTITY or not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
            names = [text_of(part) for part in node.args] if READERS.fullmatch(called or "") else []
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            names = [text_of(node.slice)]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            known = re.match(r"(.*\.)?identity$|self$|[A-Z]\w*$", dotted(node.value) or "")
            names = [] if known else [node.attr]
        if any(name and AGENT_NAME.fullmatch(name) for name in names):
            yield f"line {node.lineno}: the identity is read from somewhere else"


# Hiding, and other ways out

TOKENS = (
    "navigator.webdriver", "AutomationControlled", "excludeSwitches", "useAutomationExtension", "enable-automation",
    "setUserAgentOverride", "--user-agent", "--proxy-server", "ProxyAgent", "HttpProxyMiddleware",
    "UserAgentMiddleware", "2captcha", "anti-captcha", "capsolver", "g-recaptcha-response",
)  # fmt: skip
PROXY_VARIABLE = re.compile(r"(https?|all|ftp|socks)_prox(y|ies)", re.IGNORECASE)


#: The one name that we go by, given to a browser for all its workers too.
OUR_NAME = "--user-agent={identity.USER_AGENT}"


def hiding(path, text):
    """What a robot that hides is made of."""
    for number, line in enumerate(text.replace(OUR_NAME, "").splitlines(), 1):
        for token in TOKENS:
            if re.search(rf"(?<![\w-]){re.escape(token)}(?!\w)", line):
                yield f"line {number}: {token}"


def proxies(path, text):
    """A proxy named, in options, meta, keywords or the environment; asking whether one is named is allowed."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        for name, _ in settings_of(node):
            if name and re.fullmatch(r"prox(y|ies)", name, re.IGNORECASE):
                yield f"line {node.lineno}: a proxy is given"
        if PROXY_VARIABLE.fullmatch(text_of(node) or ""):
            yield f"line {node.lineno}: a proxy is taken from the environment"


# Packages

#: Normalised names (PEP 503). Words fit any name that has them; the list is of those that do not say what they are.
BANNED_WORDS = re.compile(
    r"captcha|stealth|undetect|impersonat|rotat|user-?agents?|useragents?|fake|prox(y|ies)|anti-?bot|bypass|cloudscraper|turnstile"
)
BANNED = frozenset(
    {
        *("curl-cffi", "tls-client", "noble-tls", "hrequests", "primp", "rnet", "wreq", "cfscrape", "flaresolverr"),
        *("capsolver", "capmonstercloudclient", "deathbycaptcha", "nopecha", "pysocks", "socks", "aiohttp-socks"),
        *(
            "httpx-socks",
            "python-socks",
            "stem",
            "torpy",
            "requests-tor",
            "scrapoxy",
            "nodriver",
            "zendriver",
            "camoufox",
        ),
        *(
            "botasaurus",
            "botright",
            "patchright",
            "rebrowser-playwright",
            "seleniumbase",
            "selenium-wire",
            "requests-ip-rotator",
        ),
        *(
            "scrapling",
            "crawlee",
            "browserforge",
            "apify-fingerprint-datapoints",
            "requests-ip-rotator",
            "scrapy-crawlera",
        ),
        *("scrapy-zyte-api", "scrapingbee", "scrapy-scrapingbee", "scraperapi-sdk", "brightdata-sdk"),
    }
)


def normalised(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def banned(name):
    return normalised(name) in BANNED or bool(BANNED_WORDS.search(normalised(name)))


def locked(text):
    return [normalised(name) for name in re.findall(r"^([A-Za-z0-9][\w.-]*)", text, re.MULTILINE)]


def lock_packages(path, text):
    yield from (f"the package {name}" for name in locked(text) if banned(name))


def project_packages(path, text):
    project = tomllib.loads(text)["project"]
    extras = [one for group in project.get("optional-dependencies", {}).values() for one in group]
    names = [re.match(r"[\w.-]+", wanted)[0] for wanted in [*project["dependencies"], *extras]]
    yield from (f"the package {name}" for name in names if banned(name))


def imports(path, text):
    """Modules imported, by name and by string."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or "", *(alias.name for alias in node.names if alias.name.islower())]
        elif isinstance(node, ast.Call) and re.search(r"import_module$|__import__$|load_object$", dotted(node.func)):
            modules = [text_of(part) or "" for part in node.args]
        for module in modules:
            if any(banned(part) for part in module.split(".")):
                yield f"line {node.lineno}: imports {module}"


# The lock


def lock_form(path, text):
    """Every entry pinned and hashed; no index, no link, no URL, no folder."""
    for entry in re.split(r"(?<!\\)\n", text.strip("\n")):
        first = entry.split("\n")[0].rstrip(" \\")
        if re.search(r"://|^\s*-|\s@\s|--(index|extra|find|trusted)", entry) or entry.startswith((".", "/")):
            yield f"{first}: an option, an index, a URL or a folder"
        elif not re.match(r"[A-Za-z0-9][\w.-]*==[\w.!+]+( ; [^\n]+?)?( \\)?(\n|$)", entry):
            yield f"{first}: not one pinned version"
        elif not re.fullmatch(r"[^\n]+ \\\n(\s+--hash=sha256:[0-9a-f]{64}( \\\n)?)+", entry):
            yield f"{first}: without hashes"


STRONG = re.compile(r"(?<![A-Za-z])A?GPL(?!-compatible)|GNU (Affero )?General Public", re.IGNORECASE)
WEAK = re.compile(r"\bLGPL|Lesser General Public|\bMPL|Mozilla Public", re.IGNORECASE)
#: Used as they come, not changed and not shipped; no code of ours is a file of theirs.
KNOWN_WEAK = {
    "certifi": "MPL-2.0: a file of authorities",
    "hypothesis": "MPL-2.0: for the tests",
    "pathspec": "MPL-2.0: of mypy, for the tests",
}


#: Packages that state their licence in a file alone; read there.
IN_A_FILE = {"axe-playwright-python": "MIT"}  # with axe-core in it, which is MPL-2.0: for the tests, as it comes


def licence(metadata):
    """All that a distribution says of its licence, the long text left out: its first line names it."""
    classifiers = [line for line in metadata.get_all("Classifier", []) if line.startswith("License ::")]
    stated = (metadata.get("License") or "").strip()[:100]
    return "; ".join(filter(None, [metadata.get("License-Expression"), stated, *classifiers]))


def installed():
    """Name and stated licence of what the lock pins and this platform has."""
    for name in sorted(set(locked(LOCK))):
        try:
            yield name, licence(importlib.metadata.metadata(name)) or IN_A_FILE.get(name, "")
        except importlib.metadata.PackageNotFoundError:
            continue


# Where we are, and how long a module is

#: Hosts of package registries, in parts: no file of this project names one whole, this one included.
HOSTS = (
    ("pypi", "org"), ("pythonhos" + "ted", "org"), ("pypi", "python", "org"), ("registry", "npmjs", "org"),
    ("registry", "yarnpkg", "com"), ("conda", "anaconda", "org"), ("crates", "io"), ("proxy", "golang", "org"),
    ("rubygems", "org"),
)  # fmt: skip
REGISTRIES = re.compile(
    "|".join(re.escape(".".join(parts)) for parts in HOSTS)
    + r"|/simple/?[\"'\s]|devpi|artifactory|PIP_INDEX_URL|--(extra-)?index-url"
)
MACHINE = re.compile(r"(?<![\w.~}/-])/(?:home|root|work|Users)/|[A-Z]:\\\\?Users")


def registries(path, text):
    yield from (f"names {found[0]}" for found in REGISTRIES.finditer(text))


def machine_paths(path, text):
    yield from (f"a folder of somebody's machine: {found[0]}" for found in MACHINE.finditer(text))


def length(path, text):
    if path.startswith("crawler/") and path.endswith(".py") and text.count("\n") > 400:
        yield f"{text.count(chr(10))} lines; past 400 they are two modules"


#: Underscored names of others, each with the reason why there is no public way.
UNDERSCORED = {"etree._Element": "lxml's type of an element has no other name; in annotations only"}


def underscored(path, text):
    """Underscored names of what is not ours: attributes, imports and getattr; `self`, `cls` and `super()` are ours."""
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        name = ""
        if isinstance(node, ast.Attribute) and private(node.attr):
            ours = dotted(node.value) in ("self", "cls") or ast.unparse(node.value) == "super()"
            name = "" if ours else ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("crawler"):
            name = next((alias.name for alias in node.names if private(alias.name)), "")
        elif isinstance(node, ast.Call) and dotted(node.func) in ("getattr", "setattr", "delattr"):
            name = next((said for said in map(text_of, node.args[1:2]) if said and private(said)), "")
        if name and name not in UNDERSCORED:
            yield f"line {node.lineno}: {name}"


#: What `crawler.core` may import beside itself: values and parsers of bytes. A clock, chance or a file is none.
PURE = frozenset(
    {
        *("typing", "collections", "re", "dataclasses", "enum", "types", "functools", "hashlib", "codecs", "bisect"),
        "array",
        *("zlib", "unicodedata", "math", "json", "itertools", "ipaddress", "html", "hmac", "datetime", "base64"),
        *(
            "http.HTTPStatus",
            "idna",
            "gcld3",
            "lxml",
            "selectolax",
            "crawler.core",
            "string",
            "operator",
            "contextlib",
            "difflib",
        ),
    }
)
IMPURE_CALLS = re.compile(r"open|print|input|eval|exec|__import__|(.*\.)?(now|utcnow|today|open|read_bytes|read_text)")


def pure(path, text):
    """The core does no I/O and owns no clock: every import is on the list, and nothing opens, prints or looks up."""
    if not (path.startswith("crawler/core/") and path.endswith(".py")):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and IMPURE_CALLS.fullmatch(dotted(node.func)):
            yield f"line {node.lineno}: calls {dotted(node.func)}"
            continue
        else:
            continue
        for name in names:
            parts = name.split(".")
            if not any(".".join(parts[:end]) in PURE for end in range(1, len(parts) + 1)):
                yield f"line {node.lineno}: imports {name}"


def private(name):
    return name.startswith("_") and not name.endswith("__")
