/** Free each day in a project's first database. */
export const FREE_A_DAY = { reads: 50_000, writes: 20_000, deletes: 20_000 };

/** Firestore's list prices beyond that, USD for each document, in the most expensive regions, as of 2026. */
export const PRICES = { reads: 0.06 / 100_000, writes: 0.18 / 100_000, deletes: 0.02 / 100_000 };
const DAYS_A_MONTH = 30;

export type Documents = Record<keyof typeof PRICES, number>;

/** The price of 30 such days, USD. */
export function monthlyPrice(day: Documents): number {
  const kinds = Object.keys(PRICES) as (keyof Documents)[];
  const dayPrice = kinds.reduce((sum, kind) => sum + Math.max(0, day[kind] - FREE_A_DAY[kind]) * PRICES[kind], 0);
  return dayPrice * DAYS_A_MONTH;
}
