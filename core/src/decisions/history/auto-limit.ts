import type { EndpointDay } from '../../values/history/day-codec.ts';
import { histogramTotal, mergeHistograms, percentileMs } from '../../values/history/histogram.ts';
import { dayStart, TIME_STATUSES, timeSums } from '../../values/history/levels.ts';
import { SLOW } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { DAY_MS } from '../../values/time.ts';

/**
 * Returns the limit that `auto` means at a location, in ms: three times the 95th percentile of the days' response
 * times; null with too few days. A day with too much slow time does not count, so that slowness does not become usual,
 * unless a week had no other: then that is how fast the endpoint is. Nor do days before it last started over, maybe with
 * another URL. `days`: the oldest first.
 */
export function autoLimit(days: readonly EndpointDay[], location: LocationCode): number | null {
  const firstIndex = Math.max(0, days.findLastIndex(isStart));
  const known = days.slice(firstIndex).flatMap((day) => {
    const cells = day.cells.filter((each) => each.location === location);
    const histogram = mergeHistograms(cells.map((each) => each.histogram));
    return histogramTotal(histogram) > 0 ? [{ histogram, isSlow: isSlowDay(day) }] : [];
  });
  const usual = known.filter(({ isSlow }) => !isSlow);
  const isLasting = usual.length === 0 && known.length >= SLOW.autoFromDays;
  const histograms = (isLasting ? known : usual).map(({ histogram }) => histogram);
  if (histograms.length < SLOW.autoDays) return null;
  const p95Ms = percentileMs(mergeHistograms(histograms), 95) ?? 0;
  return Math.min(SLOW.autoMost, Math.max(SLOW.autoLeast, Math.round(p95Ms * SLOW.autoFactor)));
}

/** Whether a derived limit differs so much from the one in use that it replaces it. */
export function isLimitDue(usedMs: number | undefined, derivedMs: number): boolean {
  return usedMs === undefined || Math.abs(derivedMs - usedMs) > usedMs * SLOW.autoDifference;
}

function isStart({ steps }: EndpointDay): boolean {
  return steps.some(({ counts }) => (counts[TIME_STATUSES.indexOf('pending')] ?? 0) > 0);
}

function isSlowDay({ steps }: EndpointDay): boolean {
  const dayAt = dayStart(steps[0]?.atMs ?? 0);
  const { seconds, slowSec } = timeSums(steps, { fromMs: dayAt, toMs: dayAt + DAY_MS });
  return slowSec > (seconds[TIME_STATUSES.indexOf('up')] ?? 0) * SLOW.autoSlowShare;
}
