"""THE way out. Every byte that leaves this program goes through the handler of this package.

Names are looked up here, every address is judged here, and what was judged is what is dialled.
"""
