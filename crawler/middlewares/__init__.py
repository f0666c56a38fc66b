"""The downloader middlewares, one file each, in the order a request meets them."""

from types import MappingProxyType
from typing import Final

#: Lower numbers are nearer the engine. A response passes them from the bottom up.
ORDER: Final = MappingProxyType(
    {
        "crawler.middlewares.render.RenderMiddleware": 50,  # a page is drawn before its host is asked again
        "crawler.middlewares.identity.IdentityMiddleware": 100,  # nothing but us may say who we are
        "crawler.middlewares.robots.RobotsMiddleware": 200,  # may we ask for this URL at all
        "crawler.middlewares.last_look.LastLookMiddleware": 250,  # does the spider still want it
        "crawler.middlewares.redirect.RedirectMiddleware": 300,  # a redirect goes back to the gate
        "crawler.middlewares.backoff.BackoffMiddleware": 350,  # what may pass is asked for again, later
        "crawler.middlewares.blocked.BlockedMiddleware": 400,  # a challenge page is an answer: blocked
        "crawler.middlewares.kept.KeptMiddleware": 450,  # what a drawn page asked for is not asked for again
    }
)
