import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import * as admin from 'firebase-admin/firestore';
import { afterAll, expect, test } from 'vitest';
import { Random } from '../truth/random.ts';
import { OperationRunner, type Sdk } from './apply-operation.ts';
import { Database } from './database.ts';
import { randomOperation } from './random-operations.ts';
import { Store } from './store.ts';
import * as memory from './values.ts';

const SEEDS = 8;
const OPERATIONS = 60;
const apps: ReturnType<typeof initializeApp>[] = [];

afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

/** The emulator's Firestore. The cast is safe: the test would find differences from the type. */
function emulated(): Sdk {
  const projectId = `demo-${randomBytes(6).toString('hex')}`;
  const app = initializeApp({ projectId }, projectId);
  apps.push(app);
  const keyOf = (time: unknown) => (time instanceof admin.Timestamp ? `${time.seconds} ${time.nanoseconds}` : 'none');
  return { ...admin, db: admin.getFirestore(app), keyOf } as unknown as Sdk;
}

/** The in-memory Firestore of worlds. */
function inMemory(): Sdk {
  const now = async <T>(work: () => T) => work();
  const steps = { read: now, commit: now, newId: () => 'id', nowMs: () => 5 };
  return { ...memory, db: new Database(new Store(), steps), keyOf: ({ version }) => String(version) };
}

test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  'documents in memory match those of the emulator (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const [real, simulated] = [new OperationRunner(emulated()), new OperationRunner(inMemory())];
    for (let step = 0; step < OPERATIONS; step += 1) {
      const operation = randomOperation(random);
      const [expected, outcome] = await Promise.all([real.apply(operation), simulated.apply(operation)]);
      expect(outcome, `${step}: ${JSON.stringify(operation)}`).toEqual(expected);
    }
  },
);
