import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { WallClock } from '@farwatch/core/values/zone';

/** A label of the time axis. `x` counts points; the edge before a point is half less. */
export type TimeTick = { x: number; atMs: number; kind: 'time' | 'date' };

const HOUR_STEPS = [1, 2, 3, 6, 12];
const DAY_STEPS = [1, 2, 3, 7, 14, 28];
const MONTH_STEPS = [1, 2, 3, 6];
/** Up to this many hours are labelled by their time; more are labelled where a date starts. */
const MOST_TIMES = 48;
/** From this many days on, the labels mark where months start. */
const MONTHS_FROM_DAYS = 100;

/** Labels that are this much nearer than if `most` of them were spread evenly do not touch each other yet. */
const LEAST_SHARE = 0.9;

/** Chooses at most `most` labels for points that start at these times, which are hours or days of the clock. */
export function timeTicks(startsMs: readonly number[], clock: WallClock, most: number): TimeTick[] {
  const [first = 0, second = first + DAY_MS] = startsMs.slice(-2);
  const isByHour = second - first <= HOUR_MS;
  if (isByHour && startsMs.length <= MOST_TIMES) {
    const ticks = startsMs.map((atMs, index) => ({ x: index - 0.5, atMs, kind: 'time' as const }));
    const fits = HOUR_STEPS.map((step) => ticks.filter(({ atMs }) => clock.at(atMs).hour % step === 0));
    return fits.find((each) => each.length <= most) ?? fits.at(-1) ?? [];
  }
  const days = isByHour ? midnights() : startsMs.map((atMs, index) => ({ x: index, atMs, kind: 'date' as const }));
  const apart = (LEAST_SHARE * startsMs.length) / most;
  if (days.length < MONTHS_FROM_DAYS) return thinned(days, DAY_STEPS, most, apart);
  const months = days.filter(({ atMs }) => clock.at(atMs).date.endsWith('-01'));
  return thinned(months, MONTH_STEPS, most, apart);

  function midnights(): TimeTick[] {
    const dates = startsMs.map((atMs) => clock.at(atMs).date);
    return startsMs.flatMap((atMs, index) =>
      index > 0 && dates[index] !== dates[index - 1] ? [{ x: index - 0.5, atMs, kind: 'date' as const }] : [],
    );
  }
}

/** Every so many, so that few enough are left, and none nearer than `apart` points. */
function thinned(ticks: readonly TimeTick[], steps: readonly number[], most: number, apart: number): TimeTick[] {
  const choices = steps.map((step) => ticks.filter((_, index) => index % step === 0));
  const fitting = choices.find((each) => each.length <= most && areApart(each, apart));
  return fitting ?? choices.at(-1)?.slice(0, 1) ?? [];
}

function areApart(ticks: readonly TimeTick[], apart: number): boolean {
  return ticks.every(({ x }, index) => index === 0 || x - (ticks[index - 1]?.x ?? x) >= apart);
}
