import type { Firestore } from 'firebase-admin/firestore';
import type { Tasks } from './tasks.ts';

/** What every handler works with. `nowMs` is read once, when the run begins. */
export type Run = { db: Firestore; nowMs: number; tasks: Tasks };
