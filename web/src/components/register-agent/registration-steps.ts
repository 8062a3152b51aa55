/** What a device can be, as far as registering differs. */
export const DEVICE_TYPES = ['computer', 'android'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** Where to join, and with which code. */
export type RegistrationTarget = { origin: string; code: string };

/** One thing to do: `text` is its key below `registerThisAgent.steps`, `command` what to enter. */
type JoinStep = { text: 'prepare' | 'download' | 'register'; command: string };

const PROGRAM = 'farwatch-agent.mjs';

/** Starts an agent that has joined before. */
export const RUN_AGAIN = `node ${PROGRAM} run`;

/** Makes a device an agent that runs, by the installer that is served beside the app. A shell would read the link's `?`. */
export function oneLine({ origin, code }: RegistrationTarget): string {
  return `curl -fsSL ${origin}/agent/install.sh | sh -s -- '${origin}/agent/register?code=${code}'`;
}

/**
 * How a device becomes an agent without the installer, step by step, the last one with the code. A code and an origin
 * need no quotes in any shell.
 */
export function registrationSteps(system: DeviceType, { origin, code }: RegistrationTarget): readonly JoinStep[] {
  const download: JoinStep = { text: 'download', command: `curl -fsSLO ${origin}/agent/${PROGRAM}` };
  const register = `node ${PROGRAM} register ${code} --server ${origin} && ${RUN_AGAIN}`;
  switch (system) {
    case 'computer':
      return [download, { text: 'register', command: register }];
    case 'android':
      return [
        { text: 'prepare', command: 'pkg install nodejs-lts termux-api' },
        download,
        { text: 'register', command: `termux-wake-lock && ${register}` },
      ];
  }
}

/** The system that a browser runs on, from its own description. */
export function deviceTypeOf(userAgent: string): DeviceType {
  return /\bAndroid\b/.test(userAgent) ? 'android' : 'computer';
}
