import { z } from 'zod';

/**
 * A latency histogram that can be merged: counts by bucket of 2^(1/4) growth, so a quantile is right to within 19 %.
 * Keyed by the bucket's number as text; bucket 0 holds up to 1 ms.
 */
export const histogramSchema = z.record(z.string(), z.number().int().positive());
export type Histogram = z.infer<typeof histogramSchema>;

function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log2(ms) * 4);
}

/** The histogram of these durations in ms. */
export function histogramOf(durationsMs: readonly number[]): Histogram {
  const counts: Histogram = {};
  for (const ms of durationsMs) {
    const key = String(bucketOf(ms));
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** The histogram of both together. */
export function mergeHistograms(a: Histogram, b: Histogram): Histogram {
  const merged: Histogram = { ...a };
  for (const [key, count] of Object.entries(b)) merged[key] = (merged[key] ?? 0) + count;
  return merged;
}

/** The duration in ms below which a `share` (0 to 1) of the counted lie; null when nothing was counted. */
export function quantile(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([key, count]) => [Number(key), count] as const)
    .sort((a, b) => a[0] - b[0]);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= share * total) return 2 ** (bucket / 4);
  }
  return null;
}
