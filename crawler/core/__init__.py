"""The pure part: values in, values out. No Scrapy, sockets, files, clock, chance or logging."""
