"""Models compiled into tables; streaming labelling."""
