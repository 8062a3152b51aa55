import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import type { Run } from './run.ts';
import { cloudTasks } from './tasks.ts';

/** Once in a process. A Firestore trigger has already made an app of firebase-functions' own. */
export function startApp(): void {
  if (!getApps().some(({ name }) => name === '[DEFAULT]')) initializeApp();
}

/** A run that begins now, on the project that the function belongs to. */
export function newRun(nowMs: number = Date.now()): Run {
  startApp();
  return { db: getFirestore(), nowMs, tasks: cloudTasks };
}
