/** What a device can be, as far as joining differs. */
export const JOIN_SYSTEMS = ['computer', 'android'] as const;
export type JoinSystem = (typeof JOIN_SYSTEMS)[number];

/** Where to join, and with which code. */
export type JoinTarget = { origin: string; code: string };

/** One thing to do: `text` is its key below `registerThisAgent.steps`, `command` what to enter. */
type JoinStep = { text: 'prepare' | 'download' | 'join'; command: string };

const PROGRAM = 'farwatch-agent.mjs';

/** Starts an agent that has joined before. */
export const RUN_AGAIN = `node ${PROGRAM} run`;

/** Makes a device an agent that runs, by the installer that is served beside the app. A shell would read the link's `?`. */
export function oneLine({ origin, code }: JoinTarget): string {
  return `curl -fsSL ${origin}/agent/install.sh | sh -s -- '${origin}/agent/register?code=${code}'`;
}

/**
 * How a device becomes an agent without the installer, step by step, the last one with the code. A code and an origin
 * need no quotes in any shell.
 */
export function joinSteps(system: JoinSystem, { origin, code }: JoinTarget): readonly JoinStep[] {
  const download: JoinStep = { text: 'download', command: `curl -fsSLO ${origin}/agent/${PROGRAM}` };
  const join = `node ${PROGRAM} register ${code} --server ${origin} && ${RUN_AGAIN}`;
  switch (system) {
    case 'computer':
      return [download, { text: 'join', command: join }];
    case 'android':
      return [
        { text: 'prepare', command: 'pkg install nodejs-lts termux-api' },
        download,
        { text: 'join', command: `termux-wake-lock && ${join}` },
      ];
  }
}

/** The system that a browser runs on, from its own description. */
export function systemOf(userAgent: string): JoinSystem {
  return /\bAndroid\b/.test(userAgent) ? 'android' : 'computer';
}
