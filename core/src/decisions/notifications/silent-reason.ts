import type { SilentReason } from '../../contracts/api/channels.ts';
import type { IncidentSilence } from '../../contracts/api/incidents.ts';
import type { Channel } from '../../documents/channel.ts';
import { isExpiry } from '../../documents/incident.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import type { Outbox } from '../../documents/outbox.ts';
import { RETENTION } from '../../values/limits.ts';
import { admits, WARNING_SEVERITY } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { coversMonitor, filterOf, isReady, policyOf } from './channel-policy.ts';
import { holdOf } from './delays.ts';
import { nextMessage } from './next-message.ts';
import { monitorOf, type PreviewOutage } from './preview.ts';
import { type MaintenancePeriod, maintenanceEnd, type SubjectIncident, subjectKey } from './subject.ts';

/** Why a channel without a message in the preview of an outage up to `untilMs` has none. */
export function silentReason(
  id: string,
  channel: Channel,
  settings: NotificationSettings,
  outage: PreviewOutage,
  untilMs: number,
  offDuty: readonly MaintenancePeriod[] = [],
): SilentReason {
  const { severity, startMs, endMs, maintenance = [] } = outage;
  if (!channel.enabled) return 'off';
  if (!isReady(id, channel)) return 'unverified';
  if (!coversMonitor(channel, monitorOf(outage))) return 'monitor';
  if (!admits(filterOf(channel, settings), severity)) return 'severity';
  if (endMs === null && !policyOf(channel, settings, 0).events.includes('failure')) return 'events';
  const lastMs = endMs ?? untilMs;
  const maintainedUntil = maintenanceEnd(maintenance, startMs);
  if (maintenanceEnd(maintenance, lastMs) !== null) return 'maintenance';
  if (maintenanceEnd(offDuty, lastMs) !== null) return 'offDuty';
  const delayedUntil = (maintainedUntil ?? startMs) + channel.timing.delayMin * MINUTE_MS;
  return delayedUntil > lastMs ? 'delay' : 'quietHours';
}

/** What is known of a channel's deliveries; null before its first run. */
type Deliveries = Pick<Outbox, 'announced' | 'startedAt' | 'failure' | 'stopped'> | null;

/** A reason, and until when it holds, epoch ms; null if that depends on a change. */
type Silence = { reason: IncidentSilence; untilMs: number | null };

/**
 * Why a channel without a message about an incident has none, by the rules of its notifier runs. `tags`: those that
 * the monitor has now.
 */
export function incidentSilence(
  id: string,
  channel: Channel,
  settings: NotificationSettings,
  {
    subject,
    tags,
    deliveries,
    offDuty = [],
  }: {
    subject: SubjectIncident;
    tags: readonly string[];
    deliveries: Deliveries;
    /** When the channel's person is off duty. */
    offDuty?: readonly MaintenancePeriod[];
  },
  nowMs: number,
): Silence {
  const { incident } = subject;
  const { monitorId, peakSeverity, resolvedAt, status, type } = incident;
  if (!channel.enabled) return untilChanged('off');
  if (!isReady(id, channel)) return untilChanged('unverified');
  if (!coversMonitor(channel, { id: monitorId, tags })) return untilChanged('monitor');
  const severity = type === 'downtime' ? peakSeverity : WARNING_SEVERITY;
  if (type !== 'slow' && !admits(filterOf(channel, settings), severity)) return untilChanged('severity');
  if (resolvedAt !== null && resolvedAt < nowMs - RETENTION.messageMs) return untilChanged('forgotten');
  const policy = policyOf(channel, settings, deliveries?.startedAt ?? nowMs, offDuty);
  if (resolvedAt !== null && resolvedAt < policy.sinceMs) return untilChanged('notReady');
  if (type === 'slow' && !policy.alsoSlow) return untilChanged('events');
  const needed = type === 'downtime' ? (status === 'active' ? 'failure' : null) : isExpiry(incident) ? 'expiry' : null;
  if (needed && !policy.events.includes(needed)) return untilChanged('events');
  const lastEvent = incident.updates.at(-1)?.event;
  if (status === 'resolved' && (lastEvent === 'unmonitored' || lastEvent === 'paused'))
    return untilChanged('unwatched');
  const last = deliveries?.announced[subjectKey(incident)] ?? null;
  const own = last?.incidentId === subject.id ? last : null;
  const hold = holdOf({ ...subject, own, last, policy, severity: incident.severity }, resolvedAt ?? nowMs);
  if (hold) {
    const isCauseDown = hold.code === 'dependency' && subject.causeOutages?.some(({ endsAt }) => endsAt === null);
    const hasEnd = Number.isFinite(hold.untilMs) && !isCauseDown;
    return { reason: hold.code, untilMs: hasEnd ? hold.untilMs : null };
  }
  const next = nextMessage([subject], last, policy, nowMs);
  if (next?.do === 'send' || next?.do === 'wait') {
    return untilChanged(deliveries?.failure || deliveries?.stopped ? 'failing' : 'sending');
  }
  return untilChanged(status === 'resolved' ? 'over' : 'severity');
}

function untilChanged(reason: IncidentSilence): Silence {
  return { reason, untilMs: null };
}
