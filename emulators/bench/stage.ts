import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Farwatch without websites: the emulators with the functions, the accounts, and a Telegram; the app only if asked for. */
export interface Stage {
  addresses: Addresses;
  db: Firestore;
  auth: Auth;
  /** Called at its end, the last one given first. */
  closing(end: () => Promise<unknown>): void;
}

/** Runs `work` on a stage of its own; `run` names its logs. */
export async function withStage(run: string, work: (stage: Stage) => Promise<void>, withApp = false): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await work(await raise(run, withApp, (end) => ends.push(end)));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function raise(run: string, withApp: boolean, closing: Stage['closing']): Promise<Stage> {
  const ports = await claimFreePorts();
  const addresses = addressesOf(ports);
  const webDir = webDirOf(run);
  const [functions, agent, web] = buildsFor(addresses, webDir);
  await Promise.all([functions, agent, ...(withApp ? [web] : [])].map(buildIfStale));
  if (!withApp) putConfig(addresses, webDir);
  const telegram = await startTelegram(ports.telegram);
  closing(telegram.close);
  const env = { TELEGRAM_API_ROOT: addresses.telegram };
  const suite = await startSuite({ ports, run, env, webDir });
  closing(suite.stop);
  process.env.FIRESTORE_EMULATOR_HOST = addresses.firestoreHost;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = addresses.authHost;
  process.env.METADATA_SERVER_DETECTION = 'none';
  const app = initializeApp({ projectId }, run);
  closing(() => deleteApp(app));
  const auth = getAuth(app);
  await seedAccounts(auth);
  return { addresses, db: getFirestore(app), auth, closing };
}

/** What agents ask the app's origin for. */
function putConfig(addresses: Addresses, dir: string): void {
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
