import type { EndpointHistory } from '@farwatch/core/contracts/api/endpoints';

/** An hour of checks. Times are in ms, and null without data. */
export type ChartHour = {
  /** The start of the hour. */
  atMs: number;
  count: number;
  failures: number;
  medianMs: number | null;
  successMs: number | null;
  failureMs: number | null;
};

/** The hours of the API's answer, oldest first. */
export function chartHours(history: EndpointHistory): ChartHour[] {
  return history.map(({ date, count, failures, medianMs, successAverageMs, failureAverageMs }) => ({
    atMs: Date.parse(date),
    count,
    failures,
    medianMs: medianMs === null ? null : Math.round(medianMs),
    successMs: successAverageMs,
    failureMs: failureAverageMs,
  }));
}

/** Medians without a neighbour: the line alone would not show them. */
export function isolatedMedians(hours: readonly ChartHour[]): ChartHour[] {
  const known = (index: number) => (hours[index]?.medianMs ?? null) !== null;
  return hours.filter((_, index) => known(index) && !known(index - 1) && !known(index + 1));
}

/** A failure that takes this many times as long as the slowest success would flatten the chart. */
const FLATTENING_FACTOR = 4;

/**
 * The top of the chart's scale, ms; 0 without data. If failures took far longer than any success, as timeouts do, only
 * successes count, and higher values are drawn at the top edge.
 */
export function scaleTopMs(hours: readonly ChartHour[]): number {
  const successMs = Math.max(0, ...hours.map((hour) => hour.successMs ?? 0));
  const highestMs = Math.max(successMs, ...hours.flatMap((hour) => [hour.medianMs ?? 0, hour.failureMs ?? 0]));
  return successMs > 0 && highestMs > FLATTENING_FACTOR * successMs ? successMs : highestMs;
}

const STEPS = [1, 2, 2.5, 5, 10];
const MAX_STEPS = 4;

/** The ticks of the response time axis: at most four even, round steps from 0 to at least `highest`, ms. */
export function msTicks(highest: number): number[] {
  const rough = Math.max(highest, MAX_STEPS) / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.ceil((STEPS.find((each) => each * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The end of the scale, ms: its last tick. */
export function topOf(hours: readonly ChartHour[]): number {
  return msTicks(scaleTopMs(hours)).at(-1) ?? 0;
}

export function isAbove(hours: readonly ChartHour[], topMs: number): boolean {
  return hours.some(({ medianMs, failureMs }) => (medianMs ?? 0) > topMs || (failureMs ?? 0) > topMs);
}

/** The hours labelled on the time axis: those whose hour of the viewer's day is a multiple of `every`. */
export function hourTicks(hours: readonly ChartHour[], every: number, hourOf: (atMs: number) => number): number[] {
  return hours.map(({ atMs }) => atMs).filter((atMs) => hourOf(atMs) % every === 0);
}
