import type { Firestore } from 'firebase-admin/firestore';
import { signingKeys } from '../db/collections.ts';
import { isConflict, isOutcomeUnknown } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

/** A key never changes, so each instance reads it once. */
const known = new WeakMap<Firestore, Map<string, Promise<string>>>();

/** The installation's secret of that name, which `create` makes when it is first needed. */
export function readSigningKey(run: Run, name: string, create: () => string): Promise<string> {
  const keys = known.get(run.db) ?? new Map<string, Promise<string>>();
  known.set(run.db, keys);
  const found = keys.get(name);
  if (found) return found;
  const key = readOrCreate(run, name, create);
  keys.set(name, key);
  key.catch(() => keys.delete(name));
  return key;
}

async function readOrCreate(run: Run, name: string, create: () => string): Promise<string> {
  const ref = signingKeys.ref(run.db, name);
  const found = signingKeys.read(await ref.get());
  if (found) return found.secret;
  const secret = create();
  try {
    await ref.create(signingKeys.toDocument({ secret, createdAt: run.nowMs }));
    return secret;
  } catch (error) {
    // Another instance has just created it, or this one, without an answer.
    if (!isConflict(error) && !isOutcomeUnknown(error)) throw error;
    return readOrCreate(run, name, create);
  }
}
