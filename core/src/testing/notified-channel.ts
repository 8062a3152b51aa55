import { type NextMessage, nextMessage } from '../decisions/notifications/next-message.ts';
import type { CauseOutage, MaintenancePeriod, Policy } from '../decisions/notifications/subject.ts';
import { CHANNEL_EVENTS } from '../documents/channel.ts';
import type { Incident, Outage } from '../documents/incident.ts';
import type { MessageContent } from '../documents/message.ts';
import type { Announced } from '../documents/outbox.ts';
import type { LocationCode } from '../values/locations.ts';
import type { Severity } from '../values/severity.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../values/time.ts';
import { incidentSample, NOW, outageSample } from './samples.ts';

/** A channel that is ready for a day and sends everything at once. */
export const IMMEDIATE: Policy = {
  filter: 'all',
  silenceMs: 0,
  sinceMs: NOW - 24 * HOUR_MS,
  delayMs: 0,
  quietHours: null,
  reminderMs: null,
  alsoSlow: false,
  events: CHANNEL_EVENTS,
  holdsAlerts: false,
};

export const seconds = (count: number) => NOW + count * SECOND_MS;
export const minutes = (count: number) => NOW + count * MINUTE_MS;

/** A channel's view of one endpoint, over time: `at` looks, sends what is due, and returns what it did. */
export class NotifiedChannel {
  announced: Announced | null = null;
  /** The content that was sent or logged last. */
  content: MessageContent | null = null;
  /** The maintenance of the monitor. */
  maintenance: MaintenancePeriod[] = [];
  /** When what the monitor depends on was down; null if it depends on nothing. */
  causeOutages: CauseOutage[] | null = null;
  policy: Policy;

  constructor(changes: Partial<Policy> = {}) {
    this.policy = { ...IMMEDIATE, ...changes };
  }

  at(nowMs: number, incident: Incident, isGathered = true): string {
    return this.look([{ id: 'i', incident }], nowMs, isGathered);
  }

  look(incidents: { id: string; incident: Incident }[], nowMs: number, isGathered = true): string {
    const read = incidents.map((each) => ({ ...each, maintenance: this.maintenance, causeOutages: this.causeOutages }));
    const next = nextMessage(read, this.announced, this.policy, nowMs, isGathered);
    if (next?.do === 'send' || next?.do === 'skip') {
      this.announced = next.announced;
      this.content = next.content;
    }
    if ((next?.do === 'forget' || next?.do === 'close') && this.announced)
      this.announced = { ...this.announced, state: 'over', isClosed: true, failureAt: null, failureSeverity: null };
    return describeNext(next, nowMs);
  }
}

/** Such as `outage critical 1 []`, `delay: short_outage critical 1 [1]` for what is only logged, or `wait 8 s`. */
export function describeNext(next: NextMessage, nowMs: number): string {
  if (next === null) return 'nothing';
  if (next.do === 'forget' || next.do === 'close') return next.do;
  if (next.do === 'wait') return `wait ${describeLength(next.untilMs - nowMs)}`;
  const { kind, severity, outage, ended, values } = next.content;
  const failing = values.stillFailing.length > 0 ? ` still ${values.stillFailing.join()}` : '';
  const text = `${kind} ${severity} ${outage} [${ended.join()}]${failing}`;
  return next.do === 'skip' ? `${next.code}: ${text}` : text;
}

function describeLength(ms: number): string {
  return ms % MINUTE_MS === 0 && ms > 5 * MINUTE_MS ? `${ms / MINUTE_MS} min` : `${Math.round(ms / SECOND_MS)} s`;
}

type State = { severity?: Severity; down?: LocationCode[]; outages?: Partial<Outage>[]; changedAt?: number };

/** An incident that was triggered at NOW. */
export function incident({
  severity = 'critical',
  down = ['tw', 'th', 'bd'],
  outages = [],
  changedAt = NOW,
}: State): Incident {
  const all = outages.map((each, index) => outageSample({ number: index + 1, severity, ...each }));
  return {
    ...incidentSample({ severity, downLocations: down, triggeredAt: NOW, changedAt }),
    outage: all.at(-1) ?? null,
    earlierOutages: all.slice(0, -1),
  };
}

/** It is over at that time. */
export function resolved(from: Incident, atMs: number, event: 'recovered' | 'unmonitored' = 'recovered'): Incident {
  const end = { event, status: 'resolved' as const, severity: from.severity, locations: [], createdAt: atMs };
  const outage = from.outage && { ...from.outage, endedAt: from.outage.endedAt ?? atMs };
  return { ...from, status: 'resolved', resolvedAt: atMs, outage, changedAt: atMs, updates: [...from.updates, end] };
}
