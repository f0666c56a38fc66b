"""The browser that has no network: Chromium in an empty network namespace, answered by our own fetcher.

A filter of requests is no barrier: what is aborted has often connected already, and sockets, workers and WebRTC go
round it. So the browser gets no network at all, and what its page asks for is asked by this program, as anything else
is: judged, allowed by robots.txt, in its turn, within limits, in the ledger.

It is `playwright` itself that is used, not the download handler of scrapy-playwright: that one is a second way out (a
request without its mark leaves by Scrapy's own handler, and pages may go on by themselves), and to close it one of its
private methods would have to be replaced. Nor is it Playwright's `route`: that lets hops of redirects pass and does
not see shared workers. Requests are caught by the Fetch domain of the browser as a whole, by a public session.

What speaks to the browser is a process of its own for each page (`stage`): what a page makes a library hold is not held
by the crawler, which hears short lines only (`talk`).
"""
