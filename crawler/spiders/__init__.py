"""Spiders find links and yield items. What may be asked for, and when, is decided elsewhere."""
