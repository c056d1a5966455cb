"""The command line. Each command is a function that turns its arguments into one `Result`; other packages of rulekit do
the work."""
