"""The command line.  Each command is one file that turns arguments into one `Result`; what it says is the rooms'
work.
"""
