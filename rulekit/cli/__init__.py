"""The command line. Each command is one file that turns arguments into one `Result`; the rooms do the work."""
