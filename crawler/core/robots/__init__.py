"""robots.txt (RFC 9309): octets -> lines -> groups of rules -> a verdict that names the rule and its line."""

from crawler.core.robots.lines import Kind, Line
from crawler.core.robots.match import Rule
from crawler.core.robots.rules import Agent, Group
from crawler.core.robots.verdicts import Matching, Robots, Verdict, Why, parse

__all__ = ["Agent", "Group", "Kind", "Line", "Matching", "Robots", "Rule", "Verdict", "Why", "parse"]
