import { execFileSync } from 'node:child_process';
import { plannedChecks } from '@farwatch/core/decisions/monitors/check-budget';
import type { Check } from '@farwatch/core/values/check';
import type { LocationCode } from '@farwatch/core/values/locations';
import { unpackChecks } from '@farwatch/core/values/pack';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { FieldValue, type Firestore, getFirestore, Timestamp } from 'firebase-admin/firestore';
import { type DemoAgent, startAgent } from '../../src/agents/demo-agent.ts';
import { createAgent } from '../../src/agents/registration.ts';
import { signIn } from '../../src/agents/sign-in.ts';
import { webDirOf } from '../../src/build.ts';
import { contradictions } from '../../src/check-invariants.ts';
import { tick } from '../../src/clock.ts';
import { claimFreePorts } from '../../src/platform/ports.ts';
import { type Proc, signalAll, treeOf } from '../../src/platform/processes.ts';
import { startProduct } from '../../src/product.ts';
import { accounts, projectId } from '../../src/project.ts';
import { DEMO_NOTIFICATIONS, seedAccounts } from '../../src/seed/users.ts';
import { type Relay, startRelay, startRelayedOrigin } from './relay.ts';
import { until } from './until.ts';

/** A separate product with nothing but accounts, for tests that break things. */
export interface World {
  db: Firestore;
  functions: string;
  telegram: string;
  /**
   * Starts an agent whose calls to the functions go through the relay; resolves when it has reported and has its
   * assignments.
   */
  addAgent(name: string, location: LocationCode): Promise<{ agent: DemoAgent; relay: Relay }>;
  /** Creates a monitor of user@ through the API; returns its id. */
  addMonitor(name: string, locations: LocationCode[], urls: string[]): Promise<string>;
  /** Every raw check of an endpoint that has arrived, of any agent, unordered. */
  arrived(endpointId: string): Promise<Check[]>;
  /** Sets the check interval of every endpoint at the location, which may be shorter than the product allows. */
  setInterval(location: LocationCode, intervalSec: number): Promise<void>;
  /** Sets the time since the agent's last report. */
  setSilence(agentId: string, ms: number): Promise<void>;
  /** Stops every agent and marks it silent, so that its assignments go to the next agent. */
  retireAgents(): Promise<void>;
  /** Kills every process that runs functions, and ends the leases that these held. */
  killFunctions(): Promise<void>;
  /** The messages in user@'s chat, oldest first. */
  messages(): Promise<string[]>;
  /** The contradictions in all documents. */
  contradictions(): Promise<string[]>;
  stop(): Promise<void>;
}

const USER = 'demoUser';
/** Longer than an active agent may be silent. */
export const SILENT_MS = 5 * 60_000 + 1_000;

/** Starts the product; `run` names its logs. */
export async function startWorld(run: string): Promise<World> {
  const ports = await claimFreePorts();
  const webDir = webDirOf(run);
  const none = { hasApp: false, seed: false, agents: [], clock: false };
  const product = await startProduct({ ports, run, webDir, ...none, log: () => {} });
  const { addresses } = product;
  process.env.FIRESTORE_EMULATOR_HOST = addresses.firestoreHost;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = addresses.authHost;
  const app = initializeApp({ projectId }, run);
  const db = getFirestore(app);
  await seedAccounts(getAuth(app));
  await db.doc(`users/${USER}/private/notifications`).set(DEMO_NOTIFICATIONS);
  const closers: (() => Promise<void>)[] = [];
  const added: DemoAgent[] = [];
  const setSilence: World['setSilence'] = async (agentId, ms) => {
    await db.doc(`agents/${agentId}`).update({ lastReportAt: Timestamp.fromMillis(Date.now() - ms) });
  };

  const addAgent: World['addAgent'] = async (name, location) => {
    const relay = await startRelay(addresses.functionsHost);
    const origin = await startRelayedOrigin(addresses, relay.host);
    const idToken = await signIn(addresses.authHost, accounts.admin);
    const registering = await createAgent(addresses.origin, idToken, { name, location });
    const agent = await startAgent({ addresses: { ...addresses, origin: origin.origin }, registering, run });
    added.push(agent);
    closers.push(() => agent.stop(), relay.close, origin.close);
    await until(`${name} has reported and has its assignments`, 60_000, () => hasReported(db, agent.id));
    return { agent, relay };
  };

  return {
    db,
    functions: addresses.functions,
    telegram: addresses.telegram,
    addAgent,
    addMonitor: async (name, locations, urls) => {
      const idToken = await signIn(addresses.authHost, accounts.user);
      const response = await fetch(`${addresses.origin}/api/monitors`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
        body: JSON.stringify({ name, locations, endpoints: urls.map((url) => ({ url })) }),
      });
      if (!response.ok)
        throw new Error(`The monitor could not be created: ${response.status} ${await response.text()}`);
      const { id } = (await response.json()) as { id: string };
      return id;
    },
    arrived: (endpointId) => arrivedChecks(db, endpointId),
    setInterval: (location, intervalSec) => setIntervalOf(db, location, intervalSec),
    setSilence,
    retireAgents: async () => {
      for (const agent of added.splice(0)) {
        await agent.stop();
        await setSilence(agent.id, SILENT_MS);
      }
      await tick(addresses.functions, 'sweep', Date.now());
    },
    killFunctions: async () => {
      signalAll(functionWorkers(product.suite.pid), 'SIGKILL');
      const over = Timestamp.fromMillis(Date.now() - 1_000);
      const leases = (await db.collection('leases').get()).docs;
      const outboxes = (await db.collection('outboxes').where('leaseId', '!=', null).get()).docs;
      await Promise.all([
        ...leases.map((doc) => doc.ref.update({ heldUntil: over })),
        ...outboxes.map((doc) => doc.ref.update({ dueAt: over })),
      ]);
    },
    messages: async () => {
      const sent = (await (await fetch(`${addresses.telegram}/messages`)).json()) as { text: string }[];
      return sent.map(({ text }) => text);
    },
    contradictions: () => contradictions(addresses.firestoreHost),
    stop: async () => {
      for (const close of closers.reverse()) await close();
      await deleteApp(app);
      await product.stop();
    },
  };
}

/** An agent's first report counts as a return, which plans its location. */
async function hasReported(db: Firestore, agentId: string): Promise<boolean> {
  const { docs } = await db.collection('verdictChanges').where('agentId', '==', agentId).get();
  return docs.some((doc) => doc.get('state') === 'applied');
}

async function arrivedChecks(db: Firestore, endpointId: string): Promise<Check[]> {
  const { docs } = await db.collection('windows').get();
  return docs.flatMap((doc) => {
    const reports = Object.values((doc.get(`checks.${USER}`) ?? {}) as Record<string, string>);
    const windowAt = (doc.get('windowAt') as Timestamp).toMillis();
    return reports.flatMap((packed) => unpackChecks(packed, windowAt)).filter((check) => check.endpoint === endpointId);
  });
}

/** The processes in which firebase-tools runs the functions now. */
function functionWorkers(suitePid: number): Proc[] {
  return treeOf(suitePid).filter(({ pid }) => commandOf(pid).includes('functionsEmulatorRuntime'));
}

/** A process's command line; empty if it has ended. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Sets the interval and the number of planned checks, which the product keeps at the assignment and its agent. */
async function setIntervalOf(db: Firestore, location: LocationCode, intervalSec: number): Promise<void> {
  const ref = db.doc(`assignments/${location}_${USER}`);
  await db.runTransaction(async (tx) => {
    const assignment = await tx.get(ref);
    const planned = plannedChecks([{ count: assignment.get('count') as number, intervalSec: null }], intervalSec);
    const more = FieldValue.increment(planned - (assignment.get('plannedChecks') as number));
    tx.update(ref, { intervalSec, plannedChecks: planned });
    const agentId = assignment.get('agentId') as string | null;
    if (agentId !== null) tx.update(db.doc(`agents/${agentId}`), { plannedChecks: more });
  });
}
