"""One blueprint for each thing a person can do; they translate between requests and the pure modules."""
