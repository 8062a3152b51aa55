import type { LocationCode } from '@farwatch/core/values/locations';
import { downtimeSeverity, type Severity } from '@farwatch/core/values/severity';
import { minutesOf } from '../timing/timing-draft.ts';

/** An assumed outage as the form edits it. */
export type PreviewDraft = {
  monitorId: string;
  /** The failing locations; null for all of the monitor. */
  locations: readonly LocationCode[] | null;
  /** Null for the severity that the failing locations imply. */
  severity: Severity | null;
  /** Local time, YYYY-MM-DDTHH:MM. */
  start: string;
  /** Minutes as entered, or `GOES_ON`. */
  duration: string;
};

/** An outage without an end. */
export const GOES_ON = 'goesOn';

export type PreviewErrors = { monitor: boolean; locations: boolean; start: boolean; duration: boolean };

/** Parses a draft: returns the call's input, or the errors. `all` has the locations of the monitor. */
export function parsePreview(
  { monitorId, locations, severity, start, duration }: PreviewDraft,
  all: readonly LocationCode[],
) {
  const failing = failingOf(locations, all);
  const startMs = new Date(start).getTime();
  const durationMin = duration === GOES_ON ? null : minutesOf(duration);
  const errors: PreviewErrors = {
    monitor: monitorId === '',
    locations: failing.length === 0,
    start: !Number.isFinite(startMs),
    duration: durationMin !== null && !(durationMin >= 1 && durationMin <= 1440),
  };
  if (Object.values(errors).includes(true)) return { errors };
  const startsAt = new Date(startMs).toISOString();
  return {
    body: {
      monitorId,
      locations: failing,
      severity: severity ?? expectedSeverity(locations, all),
      startsAt,
      durationMin,
    },
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
