import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import type { Run } from './run.ts';
import { cloudTasks } from './tasks.ts';

/** Initializes the default app once per process. In a Firestore trigger, firebase-functions has an app of its own. */
export function startApp(): void {
  if (!getApps().some(({ name }) => name === '[DEFAULT]')) initializeApp();
}

/** A run on the function's own project that starts now. */
export function newRun(nowMs: number = Date.now()): Run {
  startApp();
  return { db: getFirestore(), nowMs, tasks: cloudTasks };
}
