import type { EndpointContent, MonitorContent } from '../contracts/api/monitors.ts';
import type { CheckInInput } from '../contracts/calls/check-in.ts';
import { toMonitorEndpoint } from '../decisions/monitors/plan-monitor.ts';
import type { Order } from '../decisions/payments/decide-notification.ts';
import { type Agent, type AgentState, newAgentState } from '../documents/agent.ts';
import { type AssignedEndpoint, assignedEndpointSchema } from '../documents/assignment.ts';
import { type Endpoint, newEndpoint } from '../documents/endpoint.ts';
import type { Incident, Outage } from '../documents/incident.ts';
import type { Maintenance } from '../documents/maintenance.ts';
import { type MessageValues, newMessageValues } from '../documents/message.ts';
import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import type { Deposit, Payment, PaymentRecord } from '../documents/payment.ts';
import type { ReportedVerdict } from '../documents/verdict-change.ts';
import type { Certificate } from '../values/certificate.ts';
import type { CheckAnswer, Evidence } from '../values/check-answer.ts';
import { PAYMENT } from '../values/limits.ts';
import { defaultsOf } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { DAY_MS, MINUTE_MS, windowStart } from '../values/time.ts';
import type { Vote } from '../values/vote.ts';

/** Typical values for tests, with the changes that a test needs. Everything was created ten days before NOW. */
export const NOW = Date.UTC(2026, 10, 20, 12, 30);
export const LONG_AGO = NOW - 10 * DAY_MS;

export function voteSample(changes: Partial<Vote> = {}): Vote {
  return { up: true, generation: 1, agentSeq: 1, since: LONG_AGO, ...changes };
}

export function verdictSample(changes: Partial<ReportedVerdict> = {}): ReportedVerdict {
  const up = changes.up ?? true;
  return { up, since: NOW, statusCode: up ? 200 : 500, error: up ? null : 'status', rev: 0, ...changes };
}

export function endpointFieldsSample(changes: Partial<EndpointFields> = {}): EndpointFields {
  return { ...defaultsOf(ENDPOINT_FIELDS), url: 'https://shop.farwatch.test/', name: 'Shop', ...changes };
}

export function endpointContentSample(changes: Partial<EndpointContent> = {}): EndpointContent {
  return { id: 'endpoint', ...endpointFieldsSample(changes), ...changes };
}

export function monitorContentSample(changes: Partial<MonitorContent> = {}): MonitorContent {
  return { ...defaultsOf(MONITOR_FIELDS), name: 'Shops', locations: ['tw'], endpoints: [], ...changes };
}

export function assignedEndpointSample(changes: Partial<AssignedEndpoint> = {}): AssignedEndpoint {
  const { url, name } = endpointFieldsSample();
  return assignedEndpointSchema.parse({ url, name, group: 'Shops', monitorId: 'monitor', rev: 0, ...changes });
}

export function endpointSample(changes: Partial<Endpoint> = {}): Endpoint {
  const place = { ownerId: 'owner', monitorId: 'monitor', locations: ['tw' as const] };
  return { ...newEndpoint({ ...endpointFieldsSample(), ...place }, LONG_AGO), status: 'up', ...changes };
}

export function monitorEndpointSample(changes: Partial<MonitorEndpoint> = {}): MonitorEndpoint {
  return { ...toMonitorEndpoint(endpointSample()), ...changes };
}

export function monitorSample(changes: Partial<Monitor> = {}): Monitor {
  return {
    ownerId: 'owner',
    ...defaultsOf(MONITOR_FIELDS),
    name: 'Shops',
    locations: ['tw'],
    endpoints: {},
    order: Object.keys(changes.endpoints ?? {}),
    version: 0,
    transitions: [],
    incidents: [],
    maintenance: [],
    pages: [],
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...changes,
  };
}

export function incidentSample(changes: Partial<Incident> = {}): Incident {
  const severity = changes.severity ?? 'critical';
  const locations = changes.downLocations ?? ['tw'];
  const triggeredAt = changes.triggeredAt ?? NOW;
  return {
    ownerId: 'owner',
    endpointId: 'endpoint',
    monitorId: 'monitor',
    endpoint: { name: 'Shop', url: 'https://shop.farwatch.test/' },
    monitor: { name: 'Shops' },
    type: 'downtime',
    title: 'Endpoint downtime detected',
    status: 'active',
    severity,
    peakSeverity: severity,
    outage: null,
    earlierOutages: [],
    flapping: null,
    stableAt: null,
    location: 'tw',
    locations,
    downLocations: locations,
    triggeredAt,
    resolvedAt: null,
    details: {
      url: 'https://shop.farwatch.test/',
      expectedStatus: '200–399',
      actualStatus: 500,
      error: 'status',
      certificateEndsAt: null,
      slow: {},
    },
    changedAt: triggeredAt,
    failures: {},
    upStatuses: {},
    certificate: null,
    acknowledgement: null,
    snoozedUntil: null,
    awaitsVotesUntil: null,
    maintenance: null,
    actions: [],
    updates: [{ event: 'opened', status: 'active', severity, locations, createdAt: triggeredAt }],
    ...changes,
  };
}

export function agentSample(changes: Partial<Agent> = {}): Agent {
  return {
    ownerId: 'admin',
    name: 'Taipei 1',
    location: 'tw',
    description: '',
    registered: true,
    lost: false,
    notifiedOf: null,
    device: { ...DEVICE },
    ipAddress: null,
    condition: { ...CONDITION },
    abstainingSince: null,
    endpointCount: 0,
    plannedChecks: 0,
    activatedAt: LONG_AGO,
    lastReportAt: NOW,
    lastSyncAt: null,
    createdAt: LONG_AGO,
    ...changes,
  };
}

export const DEVICE = {
  deviceName: 'server-7',
  deviceId: 'd1',
  osName: 'Linux',
  osVersion: '6.12',
  appVersion: '1.0.0',
  batteryPercent: null,
  batteryCharging: null,
  memoryUsage: 40,
};

export const CONDITION = { abstaining: false, droppedChecks: 0, spoolOldestAt: null, clockOffsetMs: 0 };

export function agentStateSample(changes: Partial<AgentState> = {}): AgentState {
  const registered = { publicKey: 'key', spool: 'spool-aaaa', seq: 7, agentSeq: 20, owners: { owner: 3 } };
  return { ...newAgentState('tw'), ...registered, ...changes };
}

export function reportSample(changes: Partial<CheckInInput> = {}): CheckInInput {
  return {
    spool: 'spool-aaaa',
    seq: 8,
    lane: 'live',
    windowAt: windowStart(NOW),
    owners: {},
    device: { ...DEVICE },
    condition: { ...CONDITION },
    syncedAt: null,
    ...changes,
  };
}

/** An hour of maintenance of all monitors, half over at NOW. */
export function maintenanceSample(changes: Partial<Maintenance> = {}): Maintenance {
  return {
    ownerId: 'owner',
    name: 'Backup',
    monitors: null,
    start: '2026-11-20T12:00',
    timeZone: 'UTC',
    durationMin: 60,
    rule: null,
    endings: {},
    planned: null,
    refreshAt: null,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...changes,
  };
}

/** The values of a message about the sample endpoint. */
export function messageValuesSample(changes: Partial<MessageValues> = {}): MessageValues {
  const place = { endpoint: 'Shop', url: 'https://shop.farwatch.test/', monitor: 'Shops', locations: ['tw' as const] };
  return newMessageValues({ ...place, occurredAt: NOW, statusCode: 500, error: 'status', ...changes });
}

/** The first outage of an incident, ongoing since NOW. */
export function outageSample(changes: Partial<Outage> = {}): Outage {
  return { number: 1, startedAt: NOW, endedAt: null, locations: ['tw'], severity: 'critical', ...changes };
}

/** A new order by ann for Standard at 25. */
export function orderSample(changes: { payment?: Partial<Payment>; record?: Partial<PaymentRecord> } = {}): Order {
  const expireAt = NOW + PAYMENT.unpaidKeptMs;
  return {
    payment: {
      ownerId: 'ann',
      orderId: 'Standard-202611201200',
      orderDescription: 'Standard, a month',
      planName: 'Standard',
      amountUsd: 25,
      state: 'created',
      statesSeen: ['created'],
      createdAt: NOW,
      updatedAt: NOW,
      paidAt: null,
      startsAt: null,
      receivedUsd: 0,
      invoiceUrl: 'https://pay.farwatch.test/invoice/4522',
      expireAt,
      ...changes.payment,
    },
    record: {
      invoiceId: '4522',
      paid: {},
      deposits: {},
      claimHash: null,
      claimUntil: null,
      expireAt,
      ...changes.record,
    },
  };
}

/** A payment of its own: all of US$25, in a coin worth US$1,000. */
export function depositSample(changes: Partial<Deposit> = {}): Deposit {
  return { parentId: null, coin: 'btc', coinsDue: 0.025, coinsPaid: 0.025, priceUsd: 25, fiatUsd: 0, ...changes };
}

/** A certificate for 90 days, of which 60 are left. */
export function certificateSample(changes: Partial<Certificate> = {}): Certificate {
  return {
    subject: 'shop.farwatch.test',
    issuer: 'Test CA R1',
    names: ['shop.farwatch.test', 'www.shop.farwatch.test'],
    startsAt: NOW - 30 * DAY_MS,
    endsAt: NOW + 60 * DAY_MS,
    sha256: 'a1'.repeat(32),
    chain: [{ subject: 'Test CA R1', issuer: 'Test Root X1', endsAt: NOW + 700 * DAY_MS }],
    ...changes,
  };
}

/** An answer with status 503 after one with 200; `failed` changes the first of them. */
export function evidenceSample(failed: Partial<CheckAnswer> = {}): Evidence {
  const answer: CheckAnswer = {
    at: NOW,
    ms: 230,
    url: 'https://shop.farwatch.test/',
    address: '192.0.2.7',
    statusCode: 503,
    error: 'status',
    headers: [{ name: 'content-type', value: 'text/plain' }],
    body: 'upstream timeout',
    isCut: false,
    certificate: null,
    failedAssertions: [],
    ...failed,
  };
  const { phases } = answer;
  const before = { at: NOW - 10 * MINUTE_MS, ms: 80, address: '192.0.2.7', statusCode: 200, certificateEndsAt: null };
  return { failed: answer, lastGood: { ...before, ...(phases && { phases }) } };
}
