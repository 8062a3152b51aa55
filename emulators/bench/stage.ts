import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentConfig, agentConfigSchema } from '@farwatch/core/api/agents';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { type Addresses, addressesOf } from '../src/addresses.ts';
import { buildIfStale, buildsFor, webEnv } from '../src/build.ts';
import { cacheDir } from '../src/platform/paths.ts';
import { claimFreePorts } from '../src/platform/ports.ts';
import { projectId } from '../src/project.ts';
import { seedAccounts } from '../src/seed/users.ts';
import { startSuite } from '../src/suite.ts';
import { startTelegram } from '../src/telegram.ts';

/** Farwatch without its app and without websites: the emulators with the functions, the accounts, and a Telegram. */
export interface Stage {
  addresses: Addresses;
  db: Firestore;
  auth: Auth;
  /** Called at its end, the last one given first. */
  closing(end: () => Promise<unknown>): void;
}

/** Runs `work` on a stage of its own; `run` names its logs. */
export async function withStage(run: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await work(await raise(run, (end) => ends.push(end)));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function raise(run: string, closing: Stage['closing']): Promise<Stage> {
  const ports = await claimFreePorts();
  const addresses = addressesOf(ports);
  const [functions, agent] = buildsFor(addresses);
  await Promise.all([functions, agent].map(buildIfStale));
  const telegram = await startTelegram(ports.telegram);
  closing(telegram.close);
  const env = { TELEGRAM_API_ROOT: addresses.telegram };
  const suite = await startSuite({ ports, run, env, webDir: webDirFor(addresses, run) });
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

/** A folder with what agents ask the app's origin for. */
function webDirFor(addresses: Addresses, run: string): string {
  const dir = join(cacheDir, 'web', run);
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
  return dir;
}
