import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from './fields.ts';
import { LIMITS } from './limits.ts';

/** How many owners are counted; more owners make the counts more accurate. */
const COUNTED = 32;

/** A lane's current window, and the check counts of the owners with the most; null before the first. */
export const windowCountsSchema = z
  .object({ windowAt: atMsSchema, owners: z.record(idSchema, countSchema) })
  .nullable();
export type WindowCounts = z.infer<typeof windowCountsSchema>;

/** `taken`: how many of each owner's checks are accepted. */
type WindowShares = { counts: NonNullable<WindowCounts>; taken: Map<string, number> };

/**
 * Limits each owner's share of a window by the checks counted so far. Only 32 owners are counted (frequent items after
 * Misra and Gries): a count is never too high, and too low by at most a 33rd of all checks, under 1,000. So every owner
 * gets at least 2,500 checks and at most 3,500, or in proportion to its endpoints if it has more than 200 (`countOf`).
 */
export function windowShares(
  before: WindowCounts,
  windowAt: number,
  arriving: ReadonlyMap<string, number>,
  countOf: (ownerId: string) => number = () => 0,
): WindowShares {
  const owners = new Map(before?.windowAt === windowAt ? Object.entries(before.owners) : []);
  const taken = new Map<string, number>();
  for (const [ownerId, checks] of arriving) {
    const most = LIMITS.checksPerWindow * Math.max(1, countOf(ownerId) / LIMITS.endpointsPerOwner);
    const share = Math.min(checks, Math.max(0, Math.floor(most) - (owners.get(ownerId) ?? 0)));
    taken.set(ownerId, share);
    count(owners, ownerId, share);
  }
  return { counts: { windowAt, owners: Object.fromEntries(owners) }, taken };
}

/** Adds to an owner's count. If 32 others are counted, all counts and the addition are lowered by the smallest. */
function count(owners: Map<string, number>, ownerId: string, checks: number): void {
  const known = owners.get(ownerId);
  if (checks === 0) return;
  if (known !== undefined || owners.size < COUNTED) {
    owners.set(ownerId, (known ?? 0) + checks);
    return;
  }
  const less = Math.min(checks, ...owners.values());
  for (const [each, has] of owners) {
    if (has > less) owners.set(each, has - less);
    else owners.delete(each);
  }
  if (checks > less) owners.set(ownerId, checks - less);
}
