import { type SpanProblem, spanProblem } from '@farwatch/core/decisions/incidents/incident-span';

/** The time from the start of a day to the end of another, each YYYY-MM-DD, in the viewer's zone. */
export function spanOfDays(from: string, to: string): { fromMs: number; toMs: number } {
  return { fromMs: dayStart(from, 0), toMs: dayStart(to, 1) };
}

function dayStart(date: string, daysLater: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).getTime();
}

/** A day in the viewer's zone, YYYY-MM-DD. */
export function dayOf(atMs: number): string {
  const date = new Date(atMs);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Checks a range of days as any range, and that neither day is missing. Null if it is valid. */
export function daysProblem(
  from: string,
  to: string,
  nowMs: number,
): SpanProblem | { field: 'from' | 'to'; problem: 'missing' } | null {
  if (from === '') return { field: 'from', problem: 'missing' };
  if (to === '') return { field: 'to', problem: 'missing' };
  return spanProblem(spanOfDays(from, to), nowMs);
}
