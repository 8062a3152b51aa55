import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import * as admin from 'firebase-admin/firestore';
import { afterAll, describe, expect, test } from 'vitest';
import { Random } from '../platform/random.ts';
import { OperationRunner, type Sdk } from './apply-operation.ts';
import { Database } from './database.ts';
import { randomOperation } from './random-operations.ts';
import { applySdkOperation, randomSdkOperation } from './sdk-operations.ts';
import { Store } from './store.ts';
import * as memory from './values.ts';
import { answerCalls, callServer } from './wire-client.ts';
import { WireServer } from './wire-server.ts';

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
const OPERATIONS = 60;
const apps: ReturnType<typeof initializeApp>[] = [];

afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

function newClient(): admin.Firestore {
  const projectId = `demo-${randomBytes(6).toString('hex')}`;
  const app = initializeApp({ projectId }, projectId);
  apps.push(app);
  return admin.getFirestore(app);
}

/** A client of documents in memory, as the functions' tests have it. */
function newMemoryClient(): admin.Firestore {
  const db = newClient();
  let server: WireServer | null = null;
  answerCalls(db, (client, call) => {
    server ??= new WireServer(client.formattedName);
    return callServer(server, null, call);
  });
  return db;
}

/** The SDK's Firestore. The cast is safe: the test would find differences from the type. */
function sdkOf(db: admin.Firestore): Sdk {
  const keyOf = (time: unknown) => (time instanceof admin.Timestamp ? `${time.seconds} ${time.nanoseconds}` : 'none');
  return { ...admin, db, keyOf } as unknown as Sdk;
}

/** The in-memory Firestore of worlds. */
function inMemory(): Sdk {
  const now = async <T>(work: () => T) => work();
  const steps = { read: now, commit: now, newId: () => 'id', nowMs: () => 5 };
  return { ...memory, db: new Database(new Store(), steps), keyOf: ({ version }) => String(version) };
}

test.each(SEEDS)('documents of worlds match those of the emulator (seed %i)', async (seed) => {
  const random = new Random(seed);
  const [real, simulated] = [new OperationRunner(sdkOf(newClient())), new OperationRunner(inMemory())];
  for (let step = 0; step < OPERATIONS; step += 1) {
    const operation = randomOperation(random);
    const [expected, outcome] = await Promise.all([real.apply(operation), simulated.apply(operation)]);
    expect(outcome, `${step}: ${JSON.stringify(operation)}`).toEqual(expected);
  }
});

test.each(SEEDS)('the SDK on documents in memory does what it does on the emulator (seed %i)', async (seed) => {
  const random = new Random(seed);
  const [real, memoryDb] = [newClient(), newMemoryClient()];
  const runners = [new OperationRunner(sdkOf(real)), new OperationRunner(sdkOf(memoryDb))] as const;
  for (let step = 0; step < OPERATIONS; step += 1) {
    const isShared = random.chance(0.5);
    const operation = isShared ? randomOperation(random) : randomSdkOperation(random);
    const results = isShared
      ? runners.map((runner) => runner.apply(operation as Parameters<typeof runner.apply>[0]))
      : [real, memoryDb].map((db) => applySdkOperation(db, operation as Parameters<typeof applySdkOperation>[1]));
    const [expected, outcome] = await Promise.all(results);
    expect(outcome, `${step}: ${JSON.stringify(operation)}`).toEqual(expected);
  }
});

describe.each([
  ['the emulator', newClient],
  ['memory', newMemoryClient],
])('at the same time, in %s', (_, newDb) => {
  test('transactions that change a document which both have read are done one after the other', async () => {
    const db = newDb();
    const ref = db.doc('one/a');
    await ref.set({ n: 0 });
    const bothHaveRead = Promise.withResolvers<void>();
    let reads = 0;
    const add = () =>
      db.runTransaction(async (tx) => {
        const n: number = (await tx.get(ref)).get('n');
        reads += 1;
        if (reads === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        tx.update(ref, { n: n + 1 });
      });
    await Promise.all([add(), add()]);
    expect((await ref.get()).get('n')).toBe(2);
    // The emulator may have the second one try more than once.
    expect(reads).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['a document', 'one/a'],
    ['a document that does not exist', 'one/none'],
    ['a query that finds it now', 'one/new'],
    ['a query that found it', 'one/a'],
  ])('a write waits for a transaction that has read %s', async (what, path) => {
    const db = newDb();
    await db.doc('one/a').set({ n: 1 });
    const done: string[] = [];
    const hasRead = Promise.withResolvers<void>();
    const reading = db.runTransaction(async (tx) => {
      await (what.startsWith('a query') ? tx.get(db.collection('one').where('n', '==', 1)) : tx.get(db.doc(path)));
      hasRead.resolve();
      await sleep(300);
      done.push('transaction');
      tx.set(db.doc('two/a'), { n: 1 });
    });
    await hasRead.promise;
    const value = what.endsWith('found it') ? 2 : 1;
    const writing = db
      .doc(path)
      .set({ n: value, isLater: true })
      .then(() => done.push('write'));
    expect((await db.doc('one/a').get()).get('n')).toBe(1);
    await Promise.all([reading, writing]);
    expect(done).toEqual(['transaction', 'write']);
  });

  test('a transaction that only reads sees documents as they were', async () => {
    const db = newDb();
    await db.doc('one/a').set({ n: 1 });
    const seen = await db.runTransaction(
      async (tx) => {
        await tx.get(db.doc('one/a'));
        await Promise.all([db.doc('one/a').set({ n: 2 }), db.doc('one/b').set({ n: 1 }), db.doc('one/b/in/c').set({})]);
        const { docs } = await tx.get(db.collection('one').where('n', '>=', 1));
        const again = await tx.getAll(db.doc('one/a'), db.doc('one/b'));
        return { docs: docs.map(({ id }) => id), again: again.map((each) => each.get('n')) };
      },
      { readOnly: true },
    );
    expect(seen).toEqual({ docs: ['a'], again: [1, undefined] });
    expect((await db.collection('one').where('n', '>=', 1).get()).size).toBe(2);
  });

  test('a document of more than a mebibyte is refused', async () => {
    const db = newDb();
    // Two texts, as the emulator has another limit for each of them.
    const write = (bytes: number) => db.doc('one/a').set({ one: 'a'.repeat(500_000), other: 'a'.repeat(bytes) });
    await write(548_500);
    await expect(write(549_500)).rejects.toMatchObject({ code: 3 });
  });
});
