import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AgentConfig, agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { type Addresses, addressesOf } from '../src/addresses.ts';
import { buildIfStale, buildsFor, webDirOf, webEnv } from '../src/build.ts';
import { claimFreePorts } from '../src/platform/ports.ts';
import { projectId } from '../src/project.ts';
import { seedAccounts } from '../src/seed/users.ts';
import { startSuite } from '../src/suite.ts';
import { startTelegram } from '../src/telegram.ts';
import { startWireProxy, type WireProxy } from '../src/wire/proxy.ts';

type StageOptions = { withApp?: boolean; withWire?: boolean };

/** The emulators with the functions, accounts and Telegram's stand-in; the app only if requested. */
export interface Stage {
  addresses: Addresses;
  db: Firestore;
  auth: Auth;
  /** Counts the documents that functions read and write; null unless requested. */
  wire: WireProxy | null;
  /** Registers a step for the end; the last one runs first. */
  onEnd(end: () => Promise<unknown>): void;
}

/** Runs `work` with its own emulators; `run` names their logs. */
export async function withStage(
  run: string,
  work: (stage: Stage) => Promise<void>,
  options: StageOptions = {},
): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await work(await startStage(run, options, (end) => ends.push(end)));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function startStage(run: string, options: StageOptions, onEnd: Stage['onEnd']): Promise<Stage> {
  const { withApp = false, withWire = false } = options;
  const ports = await claimFreePorts();
  const addresses = addressesOf(ports);
  const webDir = webDirOf(run);
  const [functions, agent, web] = buildsFor(addresses, webDir);
  await Promise.all([functions, agent, ...(withApp ? [web] : [])].map(buildIfStale));
  if (!withApp) writeAgentConfig(addresses, webDir);
  const telegram = await startTelegram(ports.telegram);
  onEnd(telegram.close);
  const wire = withWire ? await startWireProxy(addresses.firestoreHost) : null;
  if (wire) onEnd(wire.stop);
  const env = { TELEGRAM_API_ROOT: addresses.telegram, ...(wire && throughProxy(wire)) };
  const suite = await startSuite({ ports, run, env, webDir });
  onEnd(suite.stop);
  process.env.FIRESTORE_EMULATOR_HOST = addresses.firestoreHost;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = addresses.authHost;
  process.env.METADATA_SERVER_DETECTION = 'none';
  const app = initializeApp({ projectId }, run);
  onEnd(() => deleteApp(app));
  const auth = getAuth(app);
  await seedAccounts(auth);
  return { addresses, db: getFirestore(app), auth, wire, onEnd };
}

function throughProxy({ host }: WireProxy): Record<string, string> {
  const script = pathToFileURL(join(import.meta.dirname, 'use-proxy.mjs')).href;
  return { NODE_OPTIONS: `--import=${script}`, FARWATCH_FIRESTORE_PROXY_HOST: host };
}

/** Writes the file that agents fetch from the app's origin. */
function writeAgentConfig(addresses: Addresses, dir: string): void {
  mkdirSync(join(dir, 'agent'), { recursive: true });
  const env = webEnv(addresses);
  const config: AgentConfig = agentConfigSchema.parse({
    projectId: env.VITE_FIREBASE_PROJECT_ID,
    apiKey: env.VITE_FIREBASE_API_KEY,
    authDomain: env.VITE_FIREBASE_AUTH_DOMAIN,
    appId: env.VITE_FIREBASE_APP_ID,
    region: env.VITE_FUNCTIONS_REGION,
    emulators: { auth: addresses.authHost, firestore: addresses.firestoreHost, functions: addresses.functionsHost },
  });
  writeFileSync(join(dir, 'agent/config.json'), JSON.stringify(config));
}
