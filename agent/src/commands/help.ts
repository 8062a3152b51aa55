const OVERVIEW = `Farwatch agent: checks websites and endpoints from this machine.

Usage
  farwatch-agent register <link>   register with the link from the Agents page
  farwatch-agent run               check assigned endpoints and report results
  farwatch-agent status            show the state of the agent on this machine
  farwatch-agent check <url>       check a URL now, as the agent does
  farwatch-agent doctor            check this machine, and show how to fix problems
  farwatch-agent unregister        remove this agent, with its key and results
  farwatch-agent <command> --help  show help for a command
  farwatch-agent --version

Exit codes
  0  success; check: up; status: running
  1  failure, with a message
  2  the server no longer accepts the agent: it was deleted or reset
  3  check: down; status: not running; doctor: something must be fixed
  4  check: unknown; status: no report for ten minutes;
     register: the answer was lost, so run it again within ten minutes
  5  run: an update is installed and waits to be started

Settings come from the options, then from the environment (FARWATCH_DIR,
FARWATCH_PER_HOST …), then from settings.env in the agent's folder. Calls to the
server use HTTPS_PROXY and NO_PROXY; checks never use a proxy.
`;

const DIR = `  --dir <folder>      the agent's folder, with its key and results (default: ~/.farwatch-agent)
  --json              print answers, errors and log lines as JSON, one per line`;

const NETWORK = `  --allow-private     also check private, local and reserved addresses, and public ones
                      in this machine’s own network
  --reference-site <site>
                      check the internet connection by this site instead of the usual ones;
                      may be repeated. A site is a URL, its status (default: 200) and a text
                      of its page (default: any text), in quotes:
                      --reference-site 'https://www.example.com/ping 200 pong'`;

/** The text of --help, by command; `overview` without one. */
export const HELP = {
  overview: OVERVIEW,
  register: `Registers this machine with a registration link, or with a code and the server's address.

Usage
  farwatch-agent register <link>
  farwatch-agent register <code> --server <address>

Options
  --server <address>  the server, such as https://farwatch.example.com
  --force             replace the agent that is registered in the folder
${DIR}
`,
  run: `Checks assigned endpoints and reports results, until stopped (Ctrl-C).
Exits with 2 when the server no longer accepts the agent: it was deleted or reset.

Usage
  farwatch-agent run

Options
${NETWORK}
  --per-host <n>      start at most n checks a second per host (default: 2)
  --link <link>       register with this link first, if no agent is registered
  --no-update         run the installed version, and download no other
  --verbose           print a line for every check
${DIR}
`,
  check: `Checks a URL now, as the agent does: with all phases, and repeated after two seconds
if it fails. Exits with 0 for up, 3 for down, 4 for unknown.

Usage
  farwatch-agent check <url>

Options
  --options <file>    the options of the check, as the API has them in 'check', as JSON
${NETWORK}
${DIR}
`,
  doctor: `Checks everything the agent needs: clock, network, DNS, references, disk, server,
updates (whether Firestore can be reached over gRPC) and limits. Shows how to fix problems;
exits with 3 if one must be fixed.

Usage
  farwatch-agent doctor

Options
${NETWORK}
${DIR}
`,
  unregister: `Removes this agent: its key and all results, unsent ones included. Stop the agent first.

Usage
  farwatch-agent unregister

Options
${DIR}
`,
  status: `Shows which agent this is, whether it runs, and how much is unsent. Exits with 0 if it
runs, 3 if not, 4 if it runs and has not reported for ten minutes.

Usage
  farwatch-agent status

Options
${DIR}
`,
} as const;
