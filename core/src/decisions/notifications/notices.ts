import type { Agent } from '../../documents/agent.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import {
  type DomainPartChange,
  type MessageContent,
  type MessageValues,
  type NoticeKind,
  newMessageValues,
  SUMMARY_NOTICES,
} from '../../documents/message.ts';
import type { Notice } from '../../documents/notice.ts';
import { ALERT, RETENTION } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { WARNING_SEVERITY } from '../../values/severity-filter.ts';
import type { Summary } from '../../values/summary/summary.ts';

/**
 * Returns a notice for an owner about a coverage gap of endpoints that starts or ends, or for an admin about agents
 * that stopped checking in.
 */
export function namesNotice(
  kind: 'coverage_gap' | 'coverage_restored' | 'agents_silent',
  ownerId: string,
  names: readonly string[],
  timestamps: TimestampFields,
): Notice {
  return notice(kind, ownerId, { names: names.slice(0, ALERT.noticeNames), count: names.length }, timestamps);
}

/** Returns a notice for an owner about a channel that does not deliver. */
export function channelNotice(ownerId: string, channel: string, timestamps: TimestampFields): Notice {
  return notice('channel_failing', ownerId, { channel }, timestamps);
}

/** Returns a notice for an owner whose results cannot be stored as they were reported. */
export function refusedNotice(ownerId: string, nowMs: number): Notice {
  return notice('results_refused', ownerId, {}, { occurredAt: nowMs, nowMs });
}

/** Returns a notice for an admin about one of their agents. */
export function agentNotice(
  kind: Extract<NoticeKind, `agent_${string}`>,
  agent: Pick<Agent, 'ownerId' | 'name' | 'location' | 'endpointCount'>,
  timestamps: TimestampFields,
): Notice {
  const { ownerId: adminId, name, location, endpointCount } = agent;
  return notice(kind, adminId, { agent: name, locations: [location], count: endpointCount }, timestamps);
}

/** Returns a notice for an admin about endpoints of a location that have no agent. */
export function locationNotice(
  kind: Extract<NoticeKind, `location_${string}`>,
  adminId: string,
  { location, count }: { location: LocationCode; count: number },
  timestamps: TimestampFields,
): Notice {
  return notice(kind, adminId, { locations: [location], count }, timestamps);
}

/** Returns a notice for an admin that no job can reach this installation with its pings. */
export function pingsNotice(adminId: string, timestamps: TimestampFields): Notice {
  return notice('pings_unreachable', adminId, {}, timestamps);
}

/** Returns a notice for an admin about a status page that a visitor has reported, by its slug. */
export function pageNotice(adminId: string, page: string, timestamps: TimestampFields): Notice {
  return notice('page_reported', adminId, { page }, timestamps);
}

/** Returns a notice for an admin about an account of which part of the notification settings cannot be read. */
export function unreadableNotice(adminId: string, account: string, timestamps: TimestampFields): Notice {
  return notice('settings_unreadable', adminId, { account }, timestamps);
}

/** Returns a notice for an admin about a mail server that refuses to mail an update of a status page, by its slug. */
export function mailNotice(adminId: string, page: string, timestamps: TimestampFields): Notice {
  return notice('mail_refused', adminId, { page }, timestamps);
}

/**
 * Returns a notice for an owner about a domain with another registrar or other name servers. `of` is its endpoint, and
 * the monitor's name.
 */
export function domainNotice(
  of: Pick<Endpoint, 'ownerId' | 'monitorId' | 'name' | 'url'> & { monitor: string },
  changes: DomainPartChange[],
  timestamps: TimestampFields,
): Notice {
  const { ownerId, monitorId, name: endpoint, url, monitor } = of;
  return { ...notice('domain_changed', ownerId, { endpoint, url, monitor, changes }, timestamps), monitorId };
}

/** Returns a notice for an owner about what their monitors did in a week or month. */
export function summaryNotice(ownerId: string, summary: Summary, nowMs: number): Notice {
  const values = { count: summary.totals.outages };
  return { ...notice(SUMMARY_NOTICES[summary.kind], ownerId, values, { occurredAt: nowMs, nowMs }), summary };
}

/** When it happened, and when the notice is created, epoch ms. */
export type TimestampFields = { occurredAt: number; nowMs: number };

/** Returns the content of a message about a notice. */
export function noticeContent({ kind, severity, values }: Notice): MessageContent {
  return { kind, severity, endpointId: null, incidentId: null, outage: null, ended: [], values };
}

function notice(
  kind: NoticeKind,
  ownerId: string,
  values: Partial<MessageValues>,
  { occurredAt, nowMs }: TimestampFields,
): Notice {
  return {
    ownerId,
    monitorId: null,
    kind,
    severity: WARNING_SEVERITY,
    values: newMessageValues({ ...values, occurredAt }),
    summary: null,
    createdAt: nowMs,
    expireAt: nowMs + RETENTION.messageMs,
  };
}
