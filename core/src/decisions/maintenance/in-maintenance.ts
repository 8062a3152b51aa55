import type { Incident } from '../../documents/incident.ts';
import type { Occurrence } from '../../documents/maintenance.ts';

type Period = Pick<Occurrence, 'startsAt' | 'endsAt'>;

/** The time in maintenance, the earliest first: occurrences that overlap or touch are one period. */
export function maintenancePeriods(occurrences: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const { startsAt, endsAt } of occurrences.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = merged.at(-1);
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt);
    else merged.push({ startsAt, endsAt });
  }
  return merged;
}

/** The occurrence at a time, with the end of those that follow it without a gap; null outside of maintenance. */
export function occurrenceAt(occurrences: readonly Occurrence[], atMs: number): Occurrence | null {
  const isAt = ({ startsAt, endsAt }: Period) => startsAt <= atMs && atMs < endsAt;
  const found = occurrences.find(isAt);
  const period = found && maintenancePeriods(occurrences).find(isAt);
  return found && period ? { ...found, endsAt: period.endsAt } : null;
}

/** Whether all of a time was in maintenance. A point in time has the same start and end. */
export function isInMaintenance(occurrences: readonly Period[], fromMs: number, toMs: number): boolean {
  return maintenancePeriods(occurrences).some(
    ({ startsAt, endsAt }) => startsAt <= fromMs && fromMs < endsAt && toMs <= endsAt,
  );
}

/** Returns when an incident's newest outage started, or the incident if its endpoint was never down. */
export function failingSince({ outage, triggeredAt }: Pick<Incident, 'outage' | 'triggeredAt'>): number {
  return outage?.startedAt ?? triggeredAt;
}
