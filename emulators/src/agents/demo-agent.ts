import { join } from 'node:path';
import { registrationLink } from '@farwatch/core/contracts/api/agents';
import type { Addresses } from '../addresses.ts';
import { cleanEnv } from '../platform/clean-env.ts';
import { cacheDir, freshDir, logsDir, rootDir, shown } from '../platform/paths.ts';
import { type Service, startService } from '../platform/service.ts';
import { authorityFile } from '../targets/identities.ts';
import { roundTripMs } from '../targets/latency.ts';
import type { RegisteringAgent } from './registration.ts';

/** An agent that runs real checks of the demo targets. */
export interface DemoAgent {
  id: string;
  location: RegisteringAgent['location'];
  /** The id of its process; null while it does not run. */
  pid(): number | null;
  /** Stops it gracefully. It can be started again. */
  stop(): Promise<void>;
  /** Kills it. It can be started again. */
  kill(): Promise<void>;
  /** Runs it with its existing state; does nothing while it runs. */
  start(): Promise<void>;
}

export interface DemoAgentOptions {
  addresses: Addresses;
  registering: RegisteringAgent;
  /** Names the folders of its state and logs. */
  run: string;
  /** The local address from which it connects to the demo targets, if not the usual one. */
  from?: string;
}

/**
 * Registers an agent with its link as a person would, through the real callable, and runs it. Its state starts empty.
 * Throws with its log's name when it cannot be registered.
 */
export async function startAgent({ addresses, registering, run, from }: DemoAgentOptions): Promise<DemoAgent> {
  const { id, location } = registering;
  const stateDir = join(cacheDir, 'agents', run, `${location}-${id}`);
  freshDir(stateDir);
  const logFile = join(logsDir(run), `agent-${location}-${id}.log`);
  const created = { registrationCode: registering.code, name: registering.name, countryCode: location };
  await register(registrationLink(addresses.origin, created), stateDir, `${logFile.slice(0, -4)}-register.log`);
  const referenceSites = ['/ok', '/slow'].flatMap((path) => [
    '--reference-site',
    `${addresses.targets}${path} 200 All is well`,
  ]);
  // All demo targets are on this machine.
  const args = ['run', '--dir', stateDir, '--allow-private', '--per-host', '1000', ...referenceSites];
  const { port } = new URL(addresses.targets);
  const env = {
    FARWATCH_DISTANCE: [port, roundTripMs(location), from ?? []].flat().join(':'),
    FARWATCH_NAMES: `127.0.0.1:${port}`,
    NODE_EXTRA_CA_CERTS: authorityFile(Number(port)),
  };
  let service: Service | null = null;
  const start = async () => {
    if (!service?.running()) service = await startCli(args, logFile, env);
  };
  await start();
  return {
    id,
    location,
    pid: () => (service?.running() ? service.pid : null),
    start,
    stop: async () => service?.stop(),
    kill: async () => service?.kill(),
  };
}

/** On a busy machine a function's first call may time out. */
const REGISTER_TRIES = 5;

async function register(link: string, stateDir: string, logFile: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const service = await startCli(['register', link, '--dir', stateDir], logFile);
    const { code } = await service.exited;
    await service.stop();
    if (code === 0) return;
    if (tries === REGISTER_TRIES) throw new Error(`An agent could not be registered: see ${shown(logFile)}.`);
  }
}

/** Starts the agent's program as a user would in a terminal, except for `env`; its output goes to the file. */
export function startCli(
  args: readonly string[],
  logFile: string,
  env?: { FARWATCH_DISTANCE: string; FARWATCH_NAMES: string; NODE_EXTRA_CA_CERTS: string },
): Promise<Service> {
  const cli = join(rootDir, 'agent/dist/farwatch-agent.mjs');
  const loaded = env ? ['distance.ts', 'names.ts'] : [];
  const first = loaded.flatMap((file) => ['--import', join(import.meta.dirname, file)]);
  return startService({
    name: 'an agent',
    command: process.execPath,
    args: [...first, cli, ...args],
    cwd: rootDir,
    env: { ...cleanEnv(), ...env },
    logFile,
  });
}
