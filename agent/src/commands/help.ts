const OVERVIEW = `Farwatch agent: checks websites and endpoints from this machine.

Usage
  farwatch-agent register <link>   join with the registration link of the Agents page
  farwatch-agent run               check what is assigned, and report it
  farwatch-agent status            what is known here of the agent
  farwatch-agent check <url>       check a URL now, as the agent would judge it
  farwatch-agent doctor            look at all that the agent needs, and say what to do
  farwatch-agent unregister        be no agent any more, and remove key and results
  farwatch-agent <command> --help  more about a command
  farwatch-agent --version

Exit codes
  0  done; check: up; status: running
  1  it could not be done: the message says why
  2  the agent was deleted or reset on the Agents page
  3  check: down; status: not running; doctor: something must be mended
  4  check: cannot be judged from here; status: no report for ten minutes;
     register: the answer was lost, so run it again within ten minutes
  5  run: a new version is there, and waits to be started

Settings are taken from the options, then from the environment (FARWATCH_DIR,
FARWATCH_PER_HOST …), then from settings.env in the agent's folder. Calls of the
server go by HTTPS_PROXY and NO_PROXY; checks never use a proxy.
`;

const DIR = `  --dir <folder>      where the agent keeps its key and results (default: ~/.farwatch-agent)
  --json              for programs: answers, errors and log lines as JSON, each on a line`;

const NETWORK = `  --allow-private     check private, local and reserved addresses too, and those
                      of this machine’s own network, be they public
  --reference-site <site>
                      look at this site, instead of the usual ones, to tell an outage from
                      a network failure here; may be given several times. A site is a URL,
                      its status (200 if left out) and a text of its page (any if left out),
                      in quotes: --reference-site 'https://www.example.com/ping 200 pong'`;

/** The text of --help, by command; `overview` without one. */
export const HELP = {
  overview: OVERVIEW,
  register: `Joins with a registration link, or with a code and the address of the server.

Usage
  farwatch-agent register <link>
  farwatch-agent register <code> --server <address>

Options
  --server <address>  where Farwatch is, such as https://farwatch.example.com
  --force             replace the agent that is already registered in the folder
${DIR}
`,
  run: `Checks what is assigned to this agent and reports it, until stopped (Ctrl-C).
Exits with 2 when the agent was deleted or reset.

Usage
  farwatch-agent run

Options
${NETWORK}
  --per-host <n>      begin at most n checks a second of one host (default: 2)
  --link <link>       join with this registration link first, if nothing is registered yet
  --no-update         run the installed version, and fetch no other
  --verbose           a line for every check
${DIR}
`,
  check: `Checks a URL now, as the agent would: with all phases, and repeated after two
seconds if it fails. Exits with 0 for up, 3 for down, 4 if that cannot be judged
from here.

Usage
  farwatch-agent check <url>

Options
${NETWORK}
${DIR}
`,
  doctor: `Looks at all that the agent needs: clock, network, DNS, references, disk, server
and limits. Says what to do where something is missing; exits with 3 if it must be.

Usage
  farwatch-agent doctor

Options
${NETWORK}
${DIR}
`,
  unregister: `Makes this machine no agent any more: removes its key and all results, those not
sent yet included. Stop the agent first.

Usage
  farwatch-agent unregister

Options
${DIR}
`,
  status: `Shows which agent this is, whether it runs, and what waits to be sent. Exits with 0
if it runs, 3 if not, 4 if it runs and has not reported for ten minutes.

Usage
  farwatch-agent status

Options
${DIR}
`,
} as const;
