"""Profiles of settings, picked with SCRAPY_PROJECT. Each may only tighten; `crawler.guard` refuses anything else."""
