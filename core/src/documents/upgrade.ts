import { z } from 'zod';
import { atMsSchema, countSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** How many upgrade steps this version has (docs/operations.md, Upgrade steps). */
export const DATA_VERSION = 3;

/**
 * `upgrades/state`: which upgrade steps the data has had. It is apart from `sweeps/state`, which each sweep writes as a
 * whole, and which an export leaves out.
 */
export const upgradeSchema = z.object({
  /** How many steps are done, of this version or a newer one. */
  version: countSchema,
  /** The last document that the running step has handled; null before its first one. */
  position: z.string().max(1500).nullable(),
  /** How many documents the running step has handled. */
  handled: countSchema,
  /** Why the running step failed the last time. */
  failure: z.object({ reason: z.string().max(300), at: atMsSchema, tries: countSchema }).nullable(),
  changedAt: atMsSchema,
});
export type Upgrade = z.infer<typeof upgradeSchema>;

export const upgradeCollection = declareCollection({
  path: 'upgrades',
  schema: upgradeSchema,
  readableBy: 'none',
  noIndex: ['changedAt', 'failure', 'handled', 'position', 'version'],
  account: 'none',
});

/** The id of the only document of its collection. */
export const UPGRADE_ID = 'state';

/** Returns the state once the steps before `version` are done, and nothing of the next. */
export function upgradedTo(version: number, nowMs: number): Upgrade {
  return { version, position: null, handled: 0, failure: null, changedAt: nowMs };
}
