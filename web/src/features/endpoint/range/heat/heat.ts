import type { WeekHour } from '@farwatch/core/contracts/api/history';

export const HEAT_VALUES = ['response', 'failures'] as const;
export type HeatValue = (typeof HEAT_VALUES)[number];

/** The strength of a cell's colour: 0, the least, to 4; null if its hour has no value. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4 | null;
export type HeatCell = WeekHour & { level: HeatLevel };

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** All 168 hours of the week, from Monday 00:00, with the level of the value. */
export function heatCells(weekHours: readonly WeekHour[], value: HeatValue): HeatCell[] {
  const known = new Map(weekHours.map((each) => [24 * each.weekday + each.hour, each]));
  const levelOf = value === 'response' ? responseLevels(weekHours) : failureLevels(weekHours);
  return WEEKDAYS.flatMap((weekday) =>
    HOURS.map((hour) => {
      const each = known.get(24 * weekday + hour) ?? { weekday, hour, checks: 0, failures: 0, p50Ms: null };
      return { ...each, level: each.checks === 0 ? null : levelOf(each) };
    }),
  );
}

/** Finds the hours with the lowest and the highest median; null if no hour has a median. */
export function extremes(weekHours: readonly WeekHour[]): { fastest: WeekHour; slowest: WeekHour } | null {
  const byMs = weekHours.filter(({ p50Ms }) => p50Ms !== null).toSorted((a, b) => (a.p50Ms ?? 0) - (b.p50Ms ?? 0));
  const [fastest, slowest] = [byMs[0], byMs.at(-1)];
  return fastest && slowest ? { fastest, slowest } : null;
}

/** Finds the hour with the highest share of failed checks; null if none failed. */
export function mostFailing(weekHours: readonly WeekHour[]): WeekHour | null {
  const [worst] = weekHours.toSorted((a, b) => failureShare(b) - failureShare(a));
  return worst && worst.failures > 0 ? worst : null;
}

export function failureShare({ checks, failures }: Pick<WeekHour, 'checks' | 'failures'>): number {
  return checks === 0 ? 0 : failures / checks;
}

/** If medians differ by less, they count as equal, because the differences would be noise. */
const LEAST_SPREAD = 0.1;

/** Assigns levels in equal steps from the fastest to the slowest hour. */
function responseLevels(weekHours: readonly WeekHour[]): (cell: WeekHour) => HeatLevel {
  const found = extremes(weekHours);
  const [low, high] = [found?.fastest.p50Ms ?? 0, found?.slowest.p50Ms ?? 0];
  const spread = Math.max(high - low, LEAST_SPREAD * low);
  return ({ p50Ms }) => (p50Ms === null ? null : asLevel(spread === 0 ? 0 : Math.floor((5 * (p50Ms - low)) / spread)));
}

/** 0 without failures, otherwise 1 to 4 in equal steps up to the worst hour. */
function failureLevels(weekHours: readonly WeekHour[]): (cell: WeekHour) => HeatLevel {
  const highest = Math.max(0, ...weekHours.map(failureShare));
  return (cell) => (cell.failures === 0 ? 0 : asLevel(Math.ceil((4 * failureShare(cell)) / highest)));
}

function asLevel(step: number): HeatLevel {
  return step <= 0 ? 0 : step === 1 ? 1 : step === 2 ? 2 : step === 3 ? 3 : 4;
}
