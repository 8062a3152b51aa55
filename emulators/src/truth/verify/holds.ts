import type { DocumentOf } from '@farwatch/core/documents/collections';
import type { QuietHours } from '@farwatch/core/values/channel-timing';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { localTime } from '../local-time.ts';
import type { OwnerPlan } from '../scenario.ts';
import type { World } from '../world.ts';

export type Incident = DocumentOf<'incidents'>;
export type Severity = Incident['severity'];

/**
 * Rules that hold failures. A failure that ends while the first ones hold it is only logged; one that ends in quiet
 * hours is announced after them.
 */
export const LOGGING = ['delay', 'acknowledged', 'snoozed', 'maintenance', 'dependency', 'offDuty'] as const;
export const RULES = [...LOGGING, 'quiet hours'] as const;
export type Rule = (typeof RULES)[number];

/** A failure of an incident as it is at a time. */
export type Failing = { world: World; owner: OwnerPlan; incident: Incident; severity: Severity; atMs: number };

const RANK: readonly Severity[] = ['informational', 'minor', 'major', 'critical'];
const LOWEST: Readonly<Record<string, Severity>> = { medium: 'minor', high: 'major', critical: 'critical' };

export function rankOf(severity: Severity): number {
  return RANK.indexOf(severity);
}

/** Whether the owner's filter admits it. */
export function isAdmitted({ severity: filter }: OwnerPlan, severity: Severity): boolean {
  return rankOf(severity) >= rankOf(LOWEST[filter] ?? 'informational');
}

/** Whether the viewed channel gets failures. One that does not gets their recovery. */
export function getsFailures({ events }: OwnerPlan): boolean {
  return !events || events.includes('failure');
}

/** Whether a rule holds the failure at that time; null if it may or may not. */
export function isHeldBy(rule: Rule, failing: Failing): boolean | null {
  const { world, incident, severity, owner, atMs } = failing;
  const { snoozedUntil } = incident;
  const { quietHours } = owner.timing;
  if (!getsFailures(owner) && (rule === 'acknowledged' || rule === 'snoozed')) return false;
  switch (rule) {
    case 'delay':
      return isDelayed(failing);
    case 'acknowledged':
      return isAcknowledged(failing);
    case 'snoozed':
      return snoozedUntil !== null && snoozedUntil > atMs;
    case 'maintenance':
      return maintenanceEnd(failing) !== null;
    case 'dependency':
      return isCovered(failing);
    case 'offDuty':
      return owner.personId !== undefined && world.people.onDutyAt(atMs) !== owner.personId;
    case 'quiet hours':
      if (quietHours === null || (quietHours.passesCritical && severity === 'critical')) return false;
      return isQuietTime(quietHours, atMs);
  }
}

/** An outage that started later is announced where the end of the one before was. */
function isAcknowledged({ incident: { acknowledgement, outage }, severity }: Failing): boolean | null {
  if (acknowledgement === null || rankOf(severity) > rankOf(acknowledgement.severity)) return false;
  return outage !== null && outage.startedAt > acknowledgement.at ? null : true;
}

/**
 * A delay may be counted from the end of maintenance, or of what a cause covers. If there were many outages, the first one is
 * not stored.
 */
function isDelayed(failing: Failing): boolean | null {
  const { incident, owner, atMs } = failing;
  const delayMs = owner.timing.delayMin * MINUTE_MS;
  const first = incident.earlierOutages[0] ?? incident.outage;
  if (delayMs === 0) return false;
  if (first && first.number > 1) return null;
  const sinceMs = first?.startedAt ?? incident.triggeredAt;
  if (atMs < sinceMs + delayMs) return true;
  const released = outagesOfCauses(failing).map(({ toMs }) => toMs + AFTER_CAUSE_MS);
  const maintainedMs = maintenanceEnd({ ...failing, atMs: sinceMs }, atMs) ?? sinceMs;
  const laterMs = Math.max(maintainedMs, ...released.filter((ms) => ms >= sinceMs && ms <= atMs + AFTER_CAUSE_MS));
  return atMs < laterMs + delayMs ? null : false;
}

/** How long before its cause is noticed, and after it has recovered, a failure may still be taken for its effect. */
const BEFORE_CAUSE_MS = 15 * SECOND_MS;
const AFTER_CAUSE_MS = 80 * SECOND_MS;
/** A change of the cause is known to the channels within this time. */
const KNOWN_WITHIN_MS = 5 * SECOND_MS;

/** Whether what its monitor depends on is down. Where agents fail, too, the cause's status may be unknown. */
function isCovered(failing: Failing): boolean | null {
  const { world, atMs } = failing;
  const { faults, chaos } = world.scenario;
  const outages = outagesOfCauses(failing);
  const isClear = chaos === 0 && faults.every(({ do: what }) => what === 'outage' || PEOPLE.has(what));
  if (isClear && outages.some(({ fromMs, toMs }) => fromMs + KNOWN_WITHIN_MS <= atMs && atMs < toMs)) return true;
  const isNear = outages.some(({ fromMs, toMs }) => fromMs - BEFORE_CAUSE_MS <= atMs && atMs < toMs + AFTER_CAUSE_MS);
  return isNear ? null : false;
}

/** When the incidents of what its monitor depends on were stored as down. */
function outagesOfCauses({ world, incident }: Pick<Failing, 'world' | 'incident'>): { fromMs: number; toMs: number }[] {
  const { dependsOn = [] } = world.scenario.monitors[world.monitorIds.indexOf(incident.monitorId)] ?? {};
  const causes = dependsOn.map((each) => world.monitorIds[each]);
  return [...world.server.history.versions.values()].flatMap((versions) => {
    if (!causes.includes(versions[0]?.incident.monitorId)) return [];
    return versions.flatMap(({ fromMs, incident: { outage } }, index) => {
      const isRunning = outage !== null && outage.endedAt === null;
      return isRunning ? [{ fromMs, toMs: versions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY }] : [];
    });
  });
}

/** What people do leaves all statuses known. */
const PEOPLE: ReadonlySet<string> = new Set([
  'acknowledge',
  'unacknowledge',
  'snooze',
  'unsnooze',
  'maintain',
  'end-maintenance',
  'take-over',
]);

/** The end, as planned at `knownMs`, of the maintenance that the failing monitor is in at a time; null outside. */
export function maintenanceEnd(
  { world, incident, atMs }: Pick<Failing, 'world' | 'incident' | 'atMs'>,
  knownMs = atMs,
): number | null {
  const own = occurrencesOf(world, incident).flatMap(({ fromMs, endings }) => {
    const endMs = endings.findLast(({ setMs }) => setMs <= knownMs)?.endMs;
    return endMs === undefined ? [] : [{ fromMs, endMs }];
  });
  let untilMs = atMs;
  for (const { fromMs, endMs } of own.sort((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs <= untilMs && endMs > untilMs) untilMs = endMs;
  }
  return untilMs > atMs ? untilMs : null;
}

function occurrencesOf({ people, monitorIds, scenario }: World, { ownerId, monitorId }: Incident) {
  return [...people.occurrences.values()].filter(({ owner, monitor }) => {
    return scenario.owners[owner]?.uid === ownerId && (monitor === null || monitorIds[monitor] === monitorId);
  });
}

/** Compares with the wall clock: times of day compare as texts. */
function isQuietTime({ from, to, days, timeZone }: QuietHours, atMs: number): boolean {
  const { time, day } = localTime(timeZone, atMs);
  const isOn = (each: number) => days.includes(each);
  if (from < to) return from <= time && time < to && isOn(day);
  return (time >= from && isOn(day)) || (time < to && isOn(day === 1 ? 7 : day - 1));
}
