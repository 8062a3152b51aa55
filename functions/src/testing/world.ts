import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { Firestore, getFirestore } from 'firebase-admin/firestore';
import type { Run } from '../db/run.ts';
import { askForIndexes } from './ask-for-indexes.ts';
import { ownOf } from './stand-ins.ts';
import { TaskQueue } from './task-queue.ts';

askForIndexes();

/** When tests begin: any moment will do, as long as it stays the same. The start of a window and of an hour. */
export const T0 = Date.UTC(2026, 10, 20, 12);

/** A Firestore of a test's own, empty, and the work that was handed on to tasks. */
export type World = {
  projectId: string;
  queue: TaskQueue;
  /** A run that begins then. */
  run(nowMs: number): Run;
  /** The same by way of the proxy that counts and lets calls fail (wire.ts). */
  wired(nowMs: number): Run;
  close(): Promise<void>;
};

/** Every world is a project of its own, so that no test sees another's documents and no trigger answers to them. */
export function newWorld(): World {
  const projectId = `demo-${randomBytes(6).toString('hex')}`;
  const app = initializeApp({ projectId }, projectId);
  const db = getFirestore(app);
  const queue = new TaskQueue();
  let wiredDb: Firestore | undefined;
  return {
    projectId,
    queue,
    run: (nowMs) => ({ db, nowMs, tasks: queue }),
    wired: (nowMs) => {
      wiredDb ??= new Firestore({ projectId, ...wireSettings() });
      return { db: wiredDb, nowMs, tasks: queue };
    },
    close: async () => {
      await Promise.all([deleteApp(app), wiredDb?.terminate()]);
    },
  };
}

function wireSettings() {
  const { hostname: host, port } = new URL(`http://${ownOf('FARWATCH_WIRE_FIRESTORE')}`);
  return { host, port: Number(port), ssl: false, customHeaders: { Authorization: 'Bearer owner' } };
}
