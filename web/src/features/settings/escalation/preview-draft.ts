import type { LocationCode } from '@farwatch/core/values/locations';
import { downtimeSeverity, type Severity } from '@farwatch/core/values/severity';
import { minutesOf } from '../timing/timing-draft.ts';

/**
 * An assumed outage as the form edits it. `locations`: that fail; null for all of the monitor. `severity`: null for what
 * it would be. `start`: local time, YYYY-MM-DDTHH:MM. `lasts`: minutes as entered, or `GOES_ON`.
 */
export type PreviewDraft = {
  monitorId: string;
  locations: readonly LocationCode[] | null;
  severity: Severity | null;
  start: string;
  lasts: string;
};

/** An outage without an end. */
export const GOES_ON = 'goesOn';

export type PreviewErrors = { monitor: boolean; locations: boolean; start: boolean; lasts: boolean };

/** Parses a draft: the call's input, or what is wrong. `all`: the locations of the monitor. */
export function parsePreview(
  { monitorId, locations, severity, start, lasts }: PreviewDraft,
  all: readonly LocationCode[],
) {
  const failing = failingOf(locations, all);
  const startMs = new Date(start).getTime();
  const lastsMin = lasts === GOES_ON ? null : minutesOf(lasts);
  const errors: PreviewErrors = {
    monitor: monitorId === '',
    locations: failing.length === 0,
    start: !Number.isFinite(startMs),
    lasts: lastsMin !== null && !(lastsMin >= 1 && lastsMin <= 1440),
  };
  if (Object.values(errors).includes(true)) return { errors };
  const startsAt = new Date(startMs).toISOString();
  return {
    body: { monitorId, locations: failing, severity: severity ?? expectedSeverity(locations, all), startsAt, lastsMin },
  };
}

/** The severity that the outage would have: it depends on how many locations fail. */
export function expectedSeverity(locations: PreviewDraft['locations'], all: readonly LocationCode[]): Severity {
  return downtimeSeverity(Math.max(1, failingOf(locations, all).length), Math.max(1, all.length));
}

function failingOf(locations: PreviewDraft['locations'], all: readonly LocationCode[]): LocationCode[] {
  return all.filter((code) => locations === null || locations.includes(code));
}

/** A time as a field for local times has it. */
export function localMinute(atMs: number): string {
  const at = new Date(atMs);
  return new Date(atMs - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
