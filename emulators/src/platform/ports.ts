import { connect, createServer } from 'node:net';
import { Problem } from './problem.ts';

/** Every port that the platform listens on, by what listens. */
export interface Ports {
  hosting: number;
  functions: number;
  firestore: number;
  auth: number;
  tasks: number;
  hub: number;
  telegram: number;
  payments: number;
  mail: number;
  smtp: number;
  targets: number;
  channelServices: number;
  rdap: number;
  /** Three internal ports. */
  websocket: number;
  eventarc: number;
  logging: number;
}

const hidden = ['websocket', 'eventarc', 'logging'] as const;

type Known = Omit<Ports, (typeof hidden)[number]>;

/** The ports of `npm start`. */
export const fixedPorts: Known = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  auth: 9099,
  tasks: 9499,
  hub: 4400,
  telegram: 5801,
  payments: 5802,
  mail: 5804,
  smtp: 5806,
  targets: 5803,
  channelServices: 5805,
  rdap: 5807,
};

const LABELS: Record<keyof Known, string> = {
  hosting: 'the app',
  functions: 'the functions emulator',
  firestore: 'the Firestore emulator',
  auth: 'the Auth emulator',
  tasks: 'the tasks emulator',
  hub: "the emulators' hub",
  telegram: 'the Telegram stand-in',
  payments: 'the payment stand-in',
  mail: 'the inbox',
  smtp: 'the mail server',
  targets: 'the demo targets',
  channelServices: 'the stand-in for channels',
  rdap: 'the stand-in for domain registries',
};

/** The fixed ports, and free ones for the rest. Throws a Problem that names the first fixed port in use. */
export async function claimFixedPorts(fixed: Known = fixedPorts): Promise<Ports> {
  for (const [key, port] of Object.entries(fixed) as [keyof Known, number][]) {
    if (await isFree(port)) continue;
    throw new Problem(
      `Port ${port} is in use, and ${LABELS[key]} needs it: stop what listens there (perhaps another npm start) and try again.`,
    );
  }
  return { ...fixed, ...(await freePorts(hidden)) };
}

/** Free ports, for a run next to others. */
export function claimFreePorts(): Promise<Ports> {
  return freePorts([...(Object.keys(fixedPorts) as (keyof Known)[]), ...hidden]);
}

/**
 * A free port for each name, below the range that systems hand out to outgoing connections and from a random place
 * on, so that two runs that look at the same time do not choose the same.
 */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const found = new Map<Name, number>();
  let port = 20_000 + Math.floor(Math.random() * 11_000);
  for (const name of names) {
    while (!(await isFree(port))) port = next(port);
    found.set(name, port);
    port = next(port);
  }
  return Object.fromEntries(found) as Record<Name, number>;
}

function next(port: number): number {
  return port >= 31_999 ? 20_000 : port + 1;
}

/** True when nothing listens on that port of this machine, over IPv4 or IPv6. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    if ((await canConnect(host, port)) || !(await canListen(host, port))) return false;
  }
  return true;
}

/** Finds listeners on all addresses, next to which some systems allow another. */
function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (connected: boolean) => () => {
      socket.destroy();
      resolve(connected);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}

/** A machine without IPv6 counts as able to. */
function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['EADDRINUSE', 'EACCES'].includes(error.code ?? '')),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
