# What it starts must not read on where this script comes through a pipe.
main "$@" </dev/null
