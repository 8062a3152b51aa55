import { Cron } from 'croner';

/** Returns the first time after `afterMs` that matches a cron expression in a time zone; null for none. */
export function nextCronTime(cron: string, timeZone: string, afterMs: number): number | null {
  return parse(cron, timeZone).nextRun(new Date(afterMs))?.getTime() ?? null;
}

/** Whether a cron expression can be parsed and matches any time. */
export function isCronUsable(cron: string, timeZone: string, nowMs: number): boolean {
  try {
    return nextCronTime(cron, timeZone, nowMs) !== null;
  } catch {
    return false;
  }
}

function parse(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part' });
}
