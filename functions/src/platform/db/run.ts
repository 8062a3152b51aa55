import type { Firestore } from 'firebase-admin/firestore';
import type { Activity } from './activity.ts';
import type { Tasks } from './tasks.ts';

/**
 * The context of a handler. `nowMs` is read once, when the run starts. `activity`: of a request that changes something
 * of an account.
 */
export type Run = { db: Firestore; nowMs: number; tasks: Tasks; activity?: Activity };
