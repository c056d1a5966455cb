"""The command line. Each command is one file that turns arguments into one `Result`; other packages of rulekit do the
work."""
