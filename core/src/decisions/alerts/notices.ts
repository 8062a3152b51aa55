import type { Agent } from '../../documents/agent.ts';
import { type Alert, type AlertKind, type AlertValues, newAlert } from '../../documents/alert.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { canNotify } from '../../documents/notification-settings.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { Severity } from '../../values/severity.ts';
import { admits } from '../../values/severity-filter.ts';

/** The severity of notices: below an outage at all locations, above a failure at one of several. */
const SEVERITY: Severity = 'major';

/** Whether an owner or admin receives notices: a channel is ready, and the filter admits them. */
export function acceptsNotices(settings: NotificationSettings): boolean {
  return canNotify(settings) && admits(settings.thresholds.severity, SEVERITY);
}

/** For an owner: a coverage gap of their endpoints starts or ends. For an admin: most agents stopped checking in. */
export function namesNotice(
  kind: 'coverage_gap' | 'coverage_restored' | 'agents_silent',
  ownerId: string,
  names: readonly string[],
  timestamps: TimestampFields,
): Alert {
  return notice(kind, ownerId, { names: names.slice(0, ALERT.noticeNames), count: names.length }, timestamps);
}

/** For an admin: one of their agents. */
export function agentNotice(
  kind: Extract<AlertKind, `agent_${string}`>,
  agent: Pick<Agent, 'ownerId' | 'name' | 'location' | 'endpointCount'>,
  timestamps: TimestampFields,
): Alert {
  const { ownerId, name, location, endpointCount } = agent;
  return notice(kind, ownerId, { agent: name, locations: [location], count: endpointCount }, timestamps);
}

/** For an admin: endpoints of a location that have no agent. */
export function locationNotice(
  kind: Extract<AlertKind, `location_${string}`>,
  ownerId: string,
  { location, count }: { location: LocationCode; count: number },
  timestamps: TimestampFields,
): Alert {
  return notice(kind, ownerId, { locations: [location], count }, timestamps);
}

/** When it happened, and when the alert is created, epoch ms. */
export type TimestampFields = { occurredAt: number; nowMs: number };

function notice(
  kind: AlertKind,
  ownerId: string,
  values: Partial<AlertValues>,
  { occurredAt, nowMs }: TimestampFields,
): Alert {
  const subject = { ownerId, endpointId: null, incidentId: null, outage: null, kind, severity: SEVERITY };
  return newAlert(subject, { ...values, occurredAt }, nowMs);
}
