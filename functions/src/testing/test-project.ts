import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { DocumentSnapshot, FieldValue, Firestore, getFirestore, Timestamp } from 'firebase-admin/firestore';
import type { Run } from '../platform/db/run.ts';
import { useMemoryAuth } from './memory-auth.ts';
import { dropMemory, isInMemory, useMemoryFirestore, watchedFirestore } from './memory-firestore.ts';
import { requireIndexes } from './require-indexes.ts';
import { standInAddress } from './stand-in-address.ts';
import { TaskQueue } from './task-queue.ts';

if (isInMemory) {
  useMemoryFirestore();
  useMemoryAuth();
}
requireIndexes();

const CLOCK = Symbol.for('the clock of functions/src/testing/test-project.ts');
const clock = sharedClock();

useServerClock();

/** When tests start: an arbitrary fixed time, the start of a window and of an hour. */
export const T0 = Date.UTC(2026, 10, 20, 12);

/** An empty Firestore project for one test, in memory or in the emulator, and the tasks that it enqueues. */
export type TestProject = {
  id: string;
  queue: TaskQueue;
  run(nowMs: number): Run;
  /** A run whose calls are counted and can be made to fail (firestore-proxy.ts). */
  viaProxy(nowMs: number): Run;
  close(): Promise<void>;
};

/** A project id of its own: no test sees another's documents, and no trigger reacts to them. */
export function newTestProject(): TestProject {
  const id = `demo-${randomBytes(6).toString('hex')}`;
  const app = initializeApp({ projectId: id }, id);
  const db = getFirestore(app);
  const queue = new TaskQueue();
  let proxiedDb: Firestore | undefined;
  resetServerClock();
  return {
    id,
    queue,
    run: (nowMs) => {
      advanceServerClock(nowMs);
      return { db, nowMs, tasks: queue };
    },
    viaProxy: (nowMs) => {
      advanceServerClock(nowMs);
      proxiedDb ??= isInMemory ? watchedFirestore(id) : new Firestore({ projectId: id, ...proxySettings() });
      return { db: proxiedDb, nowMs, tasks: queue };
    },
    close: async () => {
      await Promise.all([deleteApp(app), proxiedDb?.terminate()]);
      if (isInMemory) dropMemory(id);
    },
  };
}

function proxySettings() {
  const { hostname: host, port } = new URL(`http://${standInAddress('FARWATCH_FIRESTORE_PROXY_HOST')}`);
  return { host, port: Number(port), ssl: false, customHeaders: { Authorization: 'Bearer owner' } };
}

type ServerClock = {
  /** The emulator's clock knows nothing of a test's: from which of its times each of the test's times was. */
  passed: { emulatorMs: number; atMs: number }[];
  converted: WeakSet<Timestamp>;
  isUsed: boolean;
};

/** Starts the clock again, for a new project. */
function resetServerClock(): void {
  clock.passed = [];
}

/** It is at least this time now. */
function advanceServerClock(atMs: number): void {
  if (atMs > (clock.passed.at(-1)?.atMs ?? 0)) clock.passed.push({ emulatorMs: Date.now(), atMs });
}

/** Server timestamps, and the times at which settings were stored, are those of the test's clock. */
function useServerClock(): void {
  if (clock.isUsed) return;
  clock.isUsed = true;
  FieldValue.serverTimestamp = () => asFieldValue(Timestamp.fromMillis(clock.passed.at(-1)?.atMs ?? 0));
  const stored = Object.getOwnPropertyDescriptor(DocumentSnapshot.prototype, 'updateTime')?.get;
  if (!stored) throw new Error('DocumentSnapshot has no updateTime');
  Object.defineProperty(DocumentSnapshot.prototype, 'updateTime', {
    configurable: true,
    get(this: DocumentSnapshot) {
      const time: Timestamp | undefined = stored.call(this);
      return this.ref.path.endsWith('/private/notifications') ? time && ofTest(time) : time;
    },
  });
}

function ofTest(time: Timestamp): Timestamp {
  const { converted, passed } = clock;
  if (converted.has(time)) return time; // a snapshot made of another
  const last = passed.findLast(({ emulatorMs }) => emulatorMs <= time.toMillis()) ?? passed[0];
  const atTest = Timestamp.fromMillis(last?.atMs ?? 0);
  converted.add(atTest);
  return atTest;
}

/** One for the process: tests that reset modules load this file again, and it changes the same package of Firebase. */
function sharedClock(): ServerClock {
  const shared: typeof globalThis & { [CLOCK]?: ServerClock } = globalThis;
  shared[CLOCK] ??= { passed: [], converted: new WeakSet(), isUsed: false };
  return shared[CLOCK];
}

/** Safe: Firestore writes a Timestamp wherever it writes a FieldValue. */
function asFieldValue(timestamp: Timestamp): FieldValue {
  return timestamp as unknown as FieldValue;
}
