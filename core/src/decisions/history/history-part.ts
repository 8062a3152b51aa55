import { countsOf, daysIn, joinSteps, type Step } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { DAY_MS } from '../../values/time.ts';
import { addSteps } from './endpoint-steps.ts';

/** The days that are built, by their start, and the steps of the time after them. */
export type HistoryParts<Day> = {
  days: ReadonlyMap<number, Day>;
  live: { fromMs: number; steps: readonly Step[] };
  /** When each endpoint was created. */
  createdAts: readonly number[];
};

/**
 * Returns the steps over a range, which may begin before it. A day that is neither built nor live is unknown from the
 * creation of each endpoint on.
 */
export function stepsOver(
  { days, live, createdAts }: HistoryParts<{ steps: readonly Step[] }>,
  { fromMs, toMs }: Range,
): Step[] {
  const past = daysIn({ fromMs, toMs: Math.min(toMs, live.fromMs) });
  const parts = past.map((dayAt) => days.get(dayAt)?.steps ?? unknownFrom(dayAt, createdAts));
  return joinSteps([...parts, live.steps]);
}

function unknownFrom(dayAt: number, createdAts: readonly number[]): Step[] {
  const existing = createdAts.filter((createdAt) => createdAt < dayAt + DAY_MS);
  return addSteps(
    existing.map((createdAt) => [
      { atMs: Math.max(dayAt, createdAt), counts: countsOf('unknown'), running: 0, started: 0 },
    ]),
  );
}
