import { z } from 'zod';
import { HIGHEST_SLOW_MS } from './check-types/check-type.ts';
import { atMsSchema, countSchema } from './fields.ts';
import { type LocationCode, locationCodeSchema } from './locations.ts';
import { DAY_MS } from './time.ts';
import { deciderOf } from './url.ts';

/** Above which response time an endpoint is slow, in ms; `auto` to derive it from its history, null for never. */
export const slowMsSchema = z.union([z.int().min(1).max(DAY_MS), z.literal('auto')]).nullable();
type SlowMs = z.infer<typeof slowMsSchema>;

/** Since when a location has measured slow responses, and how long the last of them took, in ms. */
export const slownessSchema = z.object({ since: atMsSchema, ms: countSchema });
export type Slowness = z.infer<typeof slownessSchema>;

/** Since when an endpoint is slow; null if it is not. */
export const slowStateSchema = z.object({ since: atMsSchema }).nullable().default(null);

/** The limits that `auto` has become, in ms, by location. */
export const slowLimitsSchema = z.partialRecord(locationCodeSchema, z.int().positive());
export type SlowLimits = z.infer<typeof slowLimitsSchema>;

/** What slow locations measured and their limits, in ms. The limit is null if it has been removed meanwhile. */
export const measuredSlowSchema = z.partialRecord(
  locationCodeSchema,
  z.object({ ms: countSchema, limitMs: countSchema.nullable() }),
);
export type MeasuredSlow = z.infer<typeof measuredSlowSchema>;

/** Returns the limit at a location in ms; null for none, also while `auto` has no value there yet. */
export function slowLimitAt(
  { slowMs, slowLimits }: { slowMs: SlowMs; slowLimits: SlowLimits },
  location: LocationCode,
): number | null {
  return slowMs === 'auto' ? (slowLimits[location] ?? null) : slowMs;
}

/** Returns why an endpoint with that URL cannot have this limit, in English; null if it can. */
export function findSlowProblem({ url, slowMs }: { url: string; slowMs?: SlowMs | undefined }): string | null {
  if (slowMs === null || slowMs === undefined) return null;
  const decider = deciderOf(url);
  const highestMs = HIGHEST_SLOW_MS[decider];
  if (highestMs === null) return 'the URL is checked by a type without response times, so it cannot be slow';
  if (slowMs === 'auto') return decider === 'pings' ? 'a heartbeat needs a limit in ms instead of auto' : null;
  return slowMs > highestMs ? `the highest limit of this type is ${highestMs} ms` : null;
}
