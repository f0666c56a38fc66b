"""A crawl of many hosts, some of them failing, and a judge of its manners who believes nothing but the servers' logs.

`hosts`: the world and what each of its hosts does. `run`: the crawler with its own settings and a small spider, as a
program. `breaches`: gates that break a rule on purpose. `judge`: rules against the servers' logs, the ledger against
them row by row, and what share of the allowed requests was made. `crawl`: all of it, for a test and for a measurement.
"""
