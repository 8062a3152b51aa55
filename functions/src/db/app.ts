import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import type { Run } from './run.ts';
import { cloudTasks } from './tasks.ts';

/** A run that begins now, on the project that the function belongs to. */
export function newRun(nowMs: number = Date.now()): Run {
  if (getApps().length === 0) initializeApp();
  return { db: getFirestore(), nowMs, tasks: cloudTasks };
}
