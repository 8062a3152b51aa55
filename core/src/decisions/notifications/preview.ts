import type { Channel } from '../../documents/channel.ts';
import { INCIDENT_TITLES, type Incident } from '../../documents/incident.ts';
import type { MessageContent } from '../../documents/message.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import type { Announced } from '../../documents/outbox.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { Severity } from '../../values/severity.ts';
import { resolveIncident } from '../status/incident.ts';
import { coversMonitor, isReady, policyOf } from './channel-policy.ts';
import { nextMessage } from './next-message.ts';
import type { MaintenancePeriod, Policy } from './subject.ts';

/** Channels by their ids. `sinceMs`: since when each is ready; without it, for long. */
export type PreviewChannels = Readonly<Record<string, { channel: Channel; sinceMs?: number }>>;

/**
 * An assumed outage. `locations`: that are down. `endMs`: null if it goes on. `maintenance`: of the monitor. `names`: of the
 * monitor and the endpoint, for the messages.
 */
export type PreviewOutage = {
  monitorId: string;
  /** The tags of the monitor. */
  tags?: readonly string[];
  locations: readonly LocationCode[];
  severity: Severity;
  startMs: number;
  endMs: number | null;
  maintenance?: readonly MaintenancePeriod[];
  names?: Pick<Incident, 'endpoint' | 'monitor'>;
};

/** A message that would be sent through a channel. */
export type PreviewedMessage = { channelId: string; atMs: number; content: MessageContent };

/** No timing sends more often than each five minutes; this is a day of it. */
const MAX_MESSAGES = 300;

/**
 * Who would be notified of an outage, and when, up to and including `untilMs`: the earliest first. Channels that are not
 * enabled and verified, or that do not cover the monitor, send nothing. `offDuty`: when a channel's person is off duty in
 * that time. Locations are taken to answer at once, so that no message waits some seconds for another location.
 */
export function previewMessages(
  channels: PreviewChannels,
  settings: NotificationSettings,
  outage: PreviewOutage,
  untilMs: number,
  offDuty: (channel: Channel) => MaintenancePeriod[] = () => [],
): PreviewedMessage[] {
  const messages = Object.entries(channels).flatMap(([channelId, { channel, sinceMs }]) => {
    if (!isReady(channelId, channel) || !coversMonitor(channel, monitorOf(outage))) return [];
    const sent = messagesOf(policyOf(channel, settings, sinceMs ?? 0, offDuty(channel)), outage, untilMs);
    return sent.map((message) => ({ channelId, ...message }));
  });
  return messages.sort((a, b) => a.atMs - b.atMs);
}

/** The monitor that a channel covers or not. */
export function monitorOf({ monitorId, tags = [] }: Pick<PreviewOutage, 'monitorId' | 'tags'>) {
  return { id: monitorId, tags };
}

/** Evaluates again at each time that `nextMessage` returns, and when the outage ends. */
function messagesOf(policy: Policy, outage: PreviewOutage, untilMs: number): Omit<PreviewedMessage, 'channelId'>[] {
  const { startMs, endMs, maintenance = [] } = outage;
  const running = incidentOf(outage);
  if (running === null) return [];
  const messages: Omit<PreviewedMessage, 'channelId'>[] = [];
  let announced: Announced | null = null;
  let atMs = startMs;
  while (atMs <= untilMs && messages.length < MAX_MESSAGES) {
    const hasEnded = endMs !== null && endMs <= atMs;
    const incident = hasEnded ? resolveIncident(running, 'recovered', endMs) : running;
    const next = nextMessage([{ id: 'preview', incident, maintenance }], announced, policy, atMs, true);
    if (next?.do === 'send') messages.push({ atMs, content: next.content });
    if (next?.do === 'send' || next?.do === 'skip') {
      announced = next.announced;
      continue;
    }
    const waitsUntil = next?.do === 'wait' ? next.untilMs : Number.POSITIVE_INFINITY;
    atMs = Math.min(waitsUntil, hasEnded ? Number.POSITIVE_INFINITY : (endMs ?? Number.POSITIVE_INFINITY));
  }
  return messages;
}

const NO_NAMES = { endpoint: { name: '', url: '' }, monitor: { name: '' } };

/** The incident while the outage goes on; null if no location is down. */
function incidentOf({ monitorId, locations, severity, startMs, names = NO_NAMES }: PreviewOutage): Incident | null {
  const down = [...locations];
  const [location] = down;
  if (!location) return null;
  const opened = { event: 'opened', status: 'active', severity, locations: down, createdAt: startMs } as const;
  return {
    ownerId: 'preview',
    endpointId: 'preview',
    monitorId,
    ...names,
    type: 'downtime',
    title: INCIDENT_TITLES.downtime,
    status: 'active',
    severity,
    peakSeverity: severity,
    outage: { number: 1, startedAt: startMs, endedAt: null, locations: down, severity },
    earlierOutages: [],
    flapping: null,
    stableAt: null,
    location,
    locations: down,
    downLocations: down,
    triggeredAt: startMs,
    resolvedAt: null,
    details: { url: '', expectedStatus: null, actualStatus: null, error: null, certificateEndsAt: null, slow: {} },
    updates: [opened],
    changedAt: startMs,
    acknowledgement: null,
    snoozedUntil: null,
    awaitsVotesUntil: null,
    maintenance: null,
    actions: [],
    failures: {},
    upStatuses: {},
    certificate: null,
  };
}
