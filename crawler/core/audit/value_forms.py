"""The forms that values of structured data must have, by property; and what is wrong with one that has another."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from crawler.core.audit import schema_org
from crawler.core.audit.finding import quoted

Fault = str  # what should stand there; empty where the value is right
#: ISO 4217, active codes and funds, those that ended of late, and tickers (schema.org allows them).
_CODES: Final = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
    PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD
    XPF XPT XSU XUA YER ZAR ZMW ZWG ZWL BTC XBT ETH LTC BCH DOGE USDT USDC
"""
CURRENCIES: Final = frozenset(_CODES.split())
_TIME: Final = r"\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?(?:Z|z|[+-]\d{2}(?::?\d{2})?)?"
_DATE: Final = re.compile(rf"(\d{{4}}|[+-]\d{{4,6}})(?:-(\d{{2}})(?:-(\d{{2}}))?|(\d{{2}})(\d{{2}}))?(?:[Tt ]{_TIME})?")
_LEAP: Final = 2000
_WEEK: Final = re.compile(r"\d{4}-?(?:W\d{2}(?:-?\d)?|\d{3})")
_DURATION: Final = re.compile(
    r"P(?=\d|T\d)(?:\d{1,9}(?:[.,]\d{1,9})?[YMWD]){0,4}(?:T(?:\d{1,9}(?:[.,]\d{1,9})?[HMS]){1,3})?", re.IGNORECASE
)
_CLOCK: Final = re.compile(r"(?:\d{4}-\d{2}-\d{2}[Tt])?T?\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?")
_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?")
_ABSOLUTE: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{0,30}:|//")
#: A template that a script fills, or was meant to, is another fault.
_TEMPLATE: Final = re.compile(r"\{\{|\{%|<%|\$\{|\[\[|%%")


def is_template(text: str) -> bool:
    """Whether the value is a place that a script or a template fills."""
    return _TEMPLATE.search(text) is not None


def _date(text: str) -> Fault:
    match = _DATE.fullmatch(text)
    if match is None:
        return "" if _WEEK.fullmatch(text) else "a date as 2026-05-14 (ISO 8601)"
    year, month, day = match[1], match[2] or match[4] or "01", match[3] or match[5] or "01"
    try:
        date(int(year) if len(year) == 4 else _LEAP, int(month), int(day))  # of far years only the day is judged
    except ValueError:
        return "a day that exists"
    return ""


def _duration(text: str) -> Fault:
    return "" if _DURATION.fullmatch(text) else "a duration as PT1H30M (ISO 8601)"


def _clock(text: str) -> Fault:
    return "" if _CLOCK.fullmatch(text) else "a time as 09:30"


def _number(text: str) -> Fault:
    return "" if _NUMBER.fullmatch(text) else "a number with a point and without a currency sign, as 1299.50"


def _count(text: str) -> Fault:
    return "" if _NUMBER.fullmatch(text) and not text.startswith("-") else "a number without separators, as 1299"


def _currency(text: str) -> Fault:
    if text in CURRENCIES:
        return ""
    return f"{text.upper()}" if text.upper() in CURRENCIES else "a currency code as EUR (ISO 4217)"


def _address(text: str) -> Fault:
    return "" if _ABSOLUTE.match(text) or text.startswith("#") else "a whole address that begins with https://"


def _member(*members: str) -> Callable[[str], Fault]:
    folded = {member.casefold(): member for member in members}

    def judge(text: str) -> Fault:
        name = schema_org.local(text)
        if name is None:
            name = text.removeprefix("schema:")
        if name in members or (":" in name and not name.startswith("http:schema")):
            return ""
        near = folded.get(re.sub(r"[\s_-]", "", name.casefold()))
        return f"https://schema.org/{near}" if near else f"one of {', '.join(members[:4])} ..."

    return judge


_AVAILABLE: Final = _member(
    "InStock", "OutOfStock", "PreOrder", "BackOrder", "SoldOut", "Discontinued", "InStoreOnly", "LimitedAvailability",
    "MadeToOrder", "OnlineOnly", "PreSale", "Reserved",
)  # fmt: skip
_CONDITION: Final = _member("NewCondition", "UsedCondition", "RefurbishedCondition", "DamagedCondition")
_STATUS: Final = _member("EventScheduled", "EventCancelled", "EventPostponed", "EventRescheduled", "EventMovedOnline")
_ATTENDANCE: Final = _member("OfflineEventAttendanceMode", "OnlineEventAttendanceMode", "MixedEventAttendanceMode")

#: schema.org's ranges, and what Google's pages ask of them.
FORMS: Final[Mapping[str, Callable[[str], Fault]]] = MappingProxyType({
    **dict.fromkeys((
        "datePublished", "dateModified", "dateCreated", "datePosted", "uploadDate", "startDate", "endDate",
        "validFrom", "validThrough", "priceValidUntil", "birthDate", "deathDate", "foundingDate", "releaseDate",
        "expires", "previousStartDate", "availabilityStarts", "availabilityEnds",
    ), _date),
    **dict.fromkeys(("prepTime", "cookTime", "totalTime", "performTime", "duration", "timeRequired"), _duration),
    **dict.fromkeys(("opens", "closes"), _clock),
    **dict.fromkeys(("price", "lowPrice", "highPrice", "minPrice", "maxPrice"), _number),
    **dict.fromkeys(("ratingCount", "reviewCount", "offerCount", "answerCount", "position"), _count),
    **dict.fromkeys(("priceCurrency", "salaryCurrency", "currency"), _currency),
    **dict.fromkeys((
        "url", "image", "logo", "sameAs", "thumbnailUrl", "contentUrl", "embedUrl", "installUrl", "downloadUrl",
        "screenshot",
    ), _address),
    "availability": _AVAILABLE, "itemCondition": _CONDITION, "eventStatus": _STATUS,
    "eventAttendanceMode": _ATTENDANCE,
})  # fmt: skip


def fault(name: str, value: str) -> str:
    """What is wrong with a text as the value of a property; empty where nothing is, or no form is asked."""
    text = value.strip()
    form = FORMS.get(name)
    if form is None or not text or is_template(text):
        return ""
    wanted = form(text)
    return f"{name} {quoted(text, 40)} should be {wanted}" if wanted else ""


def number(value: object) -> float | None:
    """A number as written; None for what is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else None
