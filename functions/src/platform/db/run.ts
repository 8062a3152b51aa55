import type { Firestore } from 'firebase-admin/firestore';
import type { Tasks } from './tasks.ts';

/** The context of a handler. `nowMs` is read once, when the run starts. */
export type Run = { db: Firestore; nowMs: number; tasks: Tasks };
