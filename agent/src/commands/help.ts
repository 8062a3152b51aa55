const OVERVIEW = `Farwatch agent: checks websites and endpoints from this machine.

Usage
  farwatch-agent register <link>   join with the registration link of the Agents page
  farwatch-agent run               check what is assigned, and report it
  farwatch-agent status            what is known here of the agent
  farwatch-agent <command> --help  more about a command
  farwatch-agent --version
`;

const DIR = `  --dir <folder>      where the agent keeps its key and results (default: ~/.farwatch-agent)`;

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
  --allow-private     check private, local and reserved addresses too, and those
                      of this machine’s own network, be they public
  --per-host <n>      begin at most n checks a second of one host (default: 2)
  --witness <place>   ask this place, and not the usual ones, whether the internet is there;
                      may be given several times. A place is a URL, its status (200 if left
                      out) and a text of its page (any if left out), in quotes:
                      --witness 'https://www.example.com/ping 200 pong'
  --verbose           a line for every check
${DIR}
`,
  status: `Shows which agent this is, whether it runs, and what waits to be sent.

Usage
  farwatch-agent status

Options
${DIR}
`,
} as const;
