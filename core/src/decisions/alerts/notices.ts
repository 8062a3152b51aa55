import type { Agent } from '../../documents/agent.ts';
import type { Alert, AlertKind, AlertValues } from '../../documents/alert.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { canNotify } from '../../documents/notification-settings.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { admits } from './policy.ts';

/** The severity of notices: below a certain outage, above one failing location of several. */
const SEVERITY = 'major';

/**
 * Whether an owner or admin wants notices, which belong to no incident: their filter admits them, and there is a chat.
 */
export function acceptsNotices(settings: NotificationSettings): boolean {
  return canNotify(settings) && admits(settings.thresholds.severity, SEVERITY);
}

/** For an owner: nothing is known any more of some of their endpoints, or it is again. */
export function coverageNotice(
  kind: Extract<AlertKind, 'coverage_gap' | 'coverage_restored'>,
  ownerId: string,
  names: readonly string[],
  moments: TimestampFields,
): Alert {
  return notice(kind, ownerId, { names: names.slice(0, ALERT.noticeNames), count: names.length }, moments);
}

/** For an admin: one of their agents. */
export function agentNotice(
  kind: Extract<AlertKind, `agent_${string}`>,
  agent: Pick<Agent, 'ownerId' | 'name' | 'location' | 'endpointCount'>,
  moments: TimestampFields,
): Alert {
  const { ownerId, name, location, endpointCount } = agent;
  return notice(kind, ownerId, { agent: name, locations: [location], count: endpointCount }, moments);
}

/** For an admin: a location's endpoints that wait for an agent. */
export function locationNotice(
  kind: Extract<AlertKind, `location_${string}`>,
  ownerId: string,
  { location, count }: { location: LocationCode; count: number },
  moments: TimestampFields,
): Alert {
  return notice(kind, ownerId, { locations: [location], count }, moments);
}

/** For an admin: most agents fell silent together. `names`: of this admin's agents. */
export function silenceNotice(ownerId: string, names: readonly string[], moments: TimestampFields): Alert {
  return notice('agents_silent', ownerId, { names: names.slice(0, ALERT.noticeNames), count: names.length }, moments);
}

/** When it happened, and when the alert is made, epoch ms. */
export type TimestampFields = { occurredAt: number; nowMs: number };

function notice(
  kind: AlertKind,
  ownerId: string,
  values: Partial<AlertValues>,
  { occurredAt, nowMs }: TimestampFields,
): Alert {
  return {
    ownerId,
    endpointId: null,
    incidentId: null,
    outage: null,
    kind,
    severity: SEVERITY,
    values: {
      endpoint: '',
      url: '',
      monitor: '',
      locations: [],
      occurredAt,
      durationMs: null,
      statusCode: null,
      error: null,
      certificateEndsAt: null,
      stillFailing: [],
      agent: '',
      names: [],
      count: 0,
      ...values,
    },
    state: 'waiting',
    silencedBy: null,
    attempts: 0,
    triedAt: null,
    nextAt: nowMs,
    lastError: null,
    lastErrorBy: null,
    channels: {},
    messageId: null,
    createdAt: nowMs,
    finishedAt: null,
    expireAt: null,
  };
}
