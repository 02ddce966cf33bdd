"""The methods of the API, by group."""
