import { autoLimit, isLimitDue } from '@farwatch/core/decisions/history/auto-limit';
import { SLOW } from '@farwatch/core/values/limits';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import type { SlowLimits } from '@farwatch/core/values/slow';
import { DAY_MS } from '@farwatch/core/values/time';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { endpoints } from '../../platform/db/collections.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { patchAssigned } from '../checks/patch-assigned.ts';
import { readMonths } from './read-endpoint-history.ts';

const limitFields = endpoints.pick('ownerId', 'slowMs', 'slowLimits', 'locations');
/** Endpoints whose months are read and inflated at the same time. */
const READ_AT_ONCE = 20;

/**
 * Derives the limits of an owner's endpoints with `auto` from the days before `untilMs` (docs/status.md, Slow). Endpoints
 * and assignments change together: one write for each location, and for each endpoint with a limit that differs enough.
 */
export async function updateSlowLimits(run: Run, ownerId: string, untilMs: number): Promise<void> {
  const own = endpoints.collection(run.db).where('ownerId', '==', ownerId).where('slowMs', '==', 'auto');
  const { docs } = await own.select().get();
  const derived = new Map<string, SlowLimits>();
  const derive = async ({ id }: { id: string }) => {
    derived.set(id, await deriveLimits(run, id, untilMs));
  };
  await attemptEach(docs, derive, { atOnce: READ_AT_ONCE, what: 'endpoints' });
  if (derived.size === 0) return;
  await readThenWrite(run, async (reader, writer) => {
    const refs = [...derived.keys()].map((id) => endpoints.ref(run.db, id));
    const known = await limitFields.getAll(reader, ...refs);
    const changed: { id: string; limits: SlowLimits }[] = [];
    for (const [index, ref] of refs.entries()) {
      const endpoint = known[index];
      if (endpoint?.ownerId !== ownerId || endpoint.slowMs !== 'auto') continue;
      const limits = newLimits(endpoint.slowLimits, derived.get(ref.id) ?? {}, endpoint.locations);
      if (Object.keys(limits).length === 0) continue;
      changed.push({ id: ref.id, limits });
      writer.update(ref, endpoints.toUpdate({ slowLimits: { ...endpoint.slowLimits, ...limits } }));
    }
    const limitsOf = new Map(changed.map(({ id, limits }) => [id, limits]));
    const locations = new Set(changed.flatMap(({ limits }) => Object.keys(limits) as LocationCode[]));
    await patchAssigned(run, { reader, writer }, { ownerId, locations }, (id, _endpoint, location) => {
      const slowMs = limitsOf.get(id)?.[location];
      return slowMs === undefined ? {} : { slowMs };
    });
  });
}

async function deriveLimits(run: Run, endpointId: string, untilMs: number): Promise<SlowLimits> {
  const read = await readMonths(run, endpointId, { fromMs: untilMs - SLOW.autoFromDays * DAY_MS, toMs: untilMs });
  const days = [...read].sort(([a], [b]) => a - b).map(([, day]) => day);
  const limits = LOCATION_CODES.map((code) => [code, autoLimit(days, code)] as const);
  return Object.fromEntries(limits.filter(([, limit]) => limit !== null));
}

/** Returns the limits that differ enough from those in use. */
function newLimits(used: SlowLimits, derived: SlowLimits, locations: readonly LocationCode[]): SlowLimits {
  const due = locations.flatMap((code) => {
    const limit = derived[code];
    return limit !== undefined && isLimitDue(used[code], limit) ? [[code, limit] as const] : [];
  });
  return Object.fromEntries(due);
}
