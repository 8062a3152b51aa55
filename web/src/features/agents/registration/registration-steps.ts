/** The device types that register differently. */
export const DEVICE_TYPES = ['computer', 'android'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** The server, and the registration code. */
export type RegistrationTarget = { origin: string; code: string };

/** A command to enter. */
type Step = {
  /** The key of the description in `registerThisAgent.steps`. */
  text: 'prepare' | 'download' | 'register';
  command: string;
};

const PROGRAM = 'farwatch-agent.mjs';

/** Starts a registered agent. */
export const RUN_COMMAND = `node ${PROGRAM} run`;

/** Installs, registers and starts an agent with the site's installer. The quotes are for the `?` in the link. */
export function installCommand({ origin, code }: RegistrationTarget): string {
  return `curl -fsSL ${origin}/agent/install.sh | sh -s -- '${origin}/agent/register?code=${code}'`;
}

/**
 * The commands that register and start an agent without the installer. A code and an origin need no quotes in any
 * shell.
 */
export function registrationSteps(type: DeviceType, { origin, code }: RegistrationTarget): readonly Step[] {
  const download: Step = { text: 'download', command: `curl -fsSLO ${origin}/agent/${PROGRAM}` };
  const register = `node ${PROGRAM} register ${code} --server ${origin} && ${RUN_COMMAND}`;
  switch (type) {
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

/** The device type, from the browser's user agent. */
export function deviceTypeOf(userAgent: string): DeviceType {
  return /\bAndroid\b/.test(userAgent) ? 'android' : 'computer';
}
