import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { Firestore, getFirestore } from 'firebase-admin/firestore';
import type { Run } from '../platform/db/run.ts';
import { useMemoryAuth } from './memory-auth.ts';
import { dropMemory, isInMemory, useMemoryFirestore, watchedFirestore } from './memory-firestore.ts';
import { requireIndexes } from './require-indexes.ts';
import { advanceServerClock, resetServerClock, useServerClock } from './server-clock.ts';
import { standInAddress } from './stand-in-address.ts';
import { TaskQueue } from './task-queue.ts';

if (isInMemory) {
  useMemoryFirestore();
  useMemoryAuth();
}
requireIndexes();
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
