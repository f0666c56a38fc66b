"""The part of a host's name that somebody registered, as far as a short table tells.

The public suffix list is megabytes of other people's rules and lives where files may be read (`egress.suffixes`). Here
two names are compared, and a table of the common suffixes of two labels is enough: where it lacks one, two owners are
taken for one, so that a check says too little rather than too much.
"""

from typing import Final


def names(text: str) -> frozenset[str]:
    """The names in a table of them."""
    return frozenset(text.split())


#: Labels under which the registries of countries sell names.
_SECOND: Final = names(
    "ac asso co com ed edu firm gen go gob gouv gov govt gv id ind info ltd me mil muni ne net nhs nom or org plc"
    " pp sch sld tm web"
)
#: Suffixes whose owner gives each customer a name of their own.
_SHARED: Final = names(
    "amplifyapp.com appspot.com azurestaticapps.net azurewebsites.net blogspot.com br.com cloudfront.net cn.com"
    " co.com de.com eu.com fastly.net firebaseapp.com fly.dev gb.net github.io gitlab.io herokuapp.com hu.com"
    " jp.net jpn.com myshopify.com netlify.app onrender.com pages.dev readthedocs.io ru.com sa.com se.net"
    " surge.sh uk.com uk.net us.com vercel.app web.app wixsite.com wordpress.com workers.dev za.com"
)


def registrable(host: str) -> str:
    """The registered domain of a canonical host; an address, or a name of one or two labels, is its own."""
    labels = host.split(".")
    if len(labels) <= 2 or ":" in host or labels[-1].isdigit():
        return host
    suffix = ".".join(labels[-2:])
    short = suffix in _SHARED or (len(labels[-1]) == 2 and labels[-2] in _SECOND)
    return ".".join(labels[-3:]) if short else suffix


def same_owner(one: str, other: str) -> bool:
    """Whether two canonical hosts stand under one registered domain."""
    return one == other or registrable(one) == registrable(other)
