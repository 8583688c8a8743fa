"""Escalation! (Reiner Knizia): beat the total, or take every card on the table."""
