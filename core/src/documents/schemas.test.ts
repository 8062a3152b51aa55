import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  agentSample,
  agentStateSample,
  assignedEndpointSample,
  depositSample,
  endpointSample,
  incidentSample,
  messageValuesSample,
  monitorEndpointSample,
  monitorSample,
  NOW,
  orderSample,
  outageSample,
  verdictSample,
  voteSample,
} from '../testing/samples.ts';
import { hourStat } from '../values/hour-stat.ts';
import { markPresent } from '../values/presence.ts';
import { agentSchema, agentStateSchema, registrationSchema, verdictMemorySchema } from './agent.ts';
import { assignedEndpointSchema, assignmentId, assignmentSchema } from './assignment.ts';
import { commandSchema } from './command.ts';
import { endpointSchema, statusEventSchema } from './endpoint.ts';
import { historySchema, monthPart, monthSchema, newHistory, yearPart, yearSchema } from './history.ts';
import { hourId, hourSchema } from './hour.ts';
import { incidentSchema } from './incident.ts';
import { leaseSchema } from './lease.ts';
import { messageSchema } from './message.ts';
import { monitorSchema } from './monitor.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  notificationSettingsSchema,
  storedNotificationsSchema,
} from './notification-settings.ts';
import { outboxSchema } from './outbox.ts';
import { paymentRecordSchema, paymentSchema } from './payment.ts';
import { sweepSchema } from './sweep.ts';
import { fromTimestamps, toTimestamps } from './timestamps.ts';
import { newUser, userSchema } from './user.ts';
import { reportedVerdictSchema, verdictChangeId, verdictChangeSchema } from './verdict-change.ts';
import { windowId, windowSchema } from './window.ts';

class Stamp {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A document after a round trip through storage: with Timestamps, then parsed. */
function stored(schema: z.ZodType, document: Record<string, unknown>): unknown {
  const fields = toTimestamps(document, (ms) => new Stamp(ms));
  return schema.parse(fromTimestamps(fields, (each) => (each instanceof Stamp ? each.ms : null)));
}

const transition = { at: NOW, from: 'up', to: 'down', locations: ['tw'] } as const;
const person = { name: 'Ann', channelName: 'Chat' };
const votes = { tw: voteSample({ certificateEndsAt: NOW }), bd: voteSample({ up: false }) };
const memory = { owner: { generation: 3, endpoints: { a: [1, NOW, 90, 0], endsInAt: [0, NOW, 0, NOW] } } };
const place = { ownerId: 'owner', monitorId: 'm' };
const bytes = Uint8Array.of(1, 0, 255);
const check = { endpoint: 'a', at: NOW, ms: 5, statusCode: null, error: 'dns' } as const;

describe('every document comes back as it was stored', () => {
  it.each<{ name: string; schema: z.ZodType; document: Record<string, unknown> }>([
    { name: 'a user', schema: userSchema, document: newUser({ displayName: 'A', email: 'a@farwatch.test' }, NOW) },
    { name: 'notifications', schema: storedNotificationsSchema, document: DEFAULT_NOTIFICATION_SETTINGS },
    {
      name: 'a monitor',
      schema: monitorSchema,
      document: monitorSample({
        endpoints: { a: monitorEndpointSample({ votes }), endsInAt: monitorEndpointSample() },
        transitions: [{ ...transition, locations: ['tw'], endpoint: 'a' }],
        incidents: [{ at: NOW, location: 'bd', acknowledgedBy: person }],
      }),
    },
    {
      name: 'an endpoint',
      schema: endpointSchema,
      document: endpointSample({
        votes,
        transitions: [{ ...transition, locations: ['tw'] }],
        openIncidentId: 'inc',
        lastError: { at: NOW, location: 'bd', statusCode: null, error: 'timeout' },
      }),
    },
    {
      name: 'an entry of the status history',
      schema: statusEventSchema,
      document: {
        ownerId: 'owner',
        changedAt: NOW,
        previous: 'up',
        next: 'down',
        locations: ['tw'],
        previousDurationMs: 5,
      },
    },
    {
      name: 'an incident',
      schema: incidentSchema,
      document: incidentSample({
        outage: outageSample({ endedAt: NOW }),
        resolvedAt: NOW,
        acknowledgement: { at: NOW, by: person, severity: 'major' },
        snoozedUntil: NOW,
        actions: [{ event: 'snoozed', by: person, note: '', until: NOW, createdAt: NOW }],
      }),
    },
    { name: 'an agent', schema: agentSchema, document: agentSample() },
    {
      name: 'an agent before its registration',
      schema: agentSchema,
      document: agentSample({ device: null, condition: null, activatedAt: null, lastReportAt: null }),
    },
    {
      name: 'a registration',
      schema: registrationSchema,
      document: { code: null, codeHash: 'h', expiresAt: NOW, usedAt: NOW, usedByKey: 'k' },
    },
    {
      name: 'the state of an agent, with owners whose ids look like timestamp keys',
      schema: agentStateSchema,
      document: agentStateSample({
        owners: { owner: 3, uidThatEndsInAt: 4 },
        previousOwners: { previous: { generation: 1, endedAt: NOW } },
        verdicts: memory as never,
        presence: markPresent(null, NOW),
        dirtyHours: { [NOW]: { agentSeq: 3, leaseUntil: null } },
        dirtyAt: NOW,
      }),
    },
    {
      name: 'an assignment',
      schema: assignmentSchema,
      document: {
        location: 'tw',
        ownerId: 'owner',
        agentId: null,
        generation: 1,
        live: false,
        liveSeq: 0,
        intervalSec: 600,
        count: 1,
        plannedChecks: 1,
        features: [],
        endpoints: { a: assignedEndpointSample({ rev: 2 }) },
        changedAt: NOW,
      },
    },
    { name: 'commands', schema: commandSchema, document: { syncAt: NOW, checkNow: { a: NOW, endsInAt: NOW } } },
    {
      name: 'commands that owners requested',
      schema: commandSchema,
      document: {
        syncAt: null,
        checkNow: {},
        requested: { a: { at: NOW, fingerprint: 'up tw1.2' } },
        budgets: { owner: { tokens: 3.5, at: NOW } },
      },
    },
    {
      name: 'a window',
      schema: windowSchema,
      document: { agentId: 'g', location: 'tw', windowAt: NOW, expireAt: NOW, checks: { owner: { 12: 'a,1,2,,' } } },
    },
    {
      name: 'a verdictChange',
      schema: verdictChangeSchema,
      document: {
        agentId: 'g',
        location: 'th',
        agentSeq: 7,
        liveness: 'live',
        verdicts: { owner: { generation: 1, endpoints: { a: verdictSample({ certificateEndsAt: NOW }) } } },
        state: 'parked',
        parked: { owner: 'unreadable' },
        attempts: 1,
        retryAt: NOW,
        createdAt: NOW,
        appliedAt: null,
        expireAt: null,
      },
    },
    {
      name: 'an hour',
      schema: hourSchema,
      document: {
        ownerId: 'o',
        location: 'tw',
        hourAt: NOW,
        expireAt: NOW,
        rebuildAt: NOW,
        endpoints: { a: { g: hourStat([check], NOW) } },
      },
    },
    { name: 'a month', schema: monthSchema, document: monthPart({ ...place, endpointId: 'e' }, NOW, bytes) },
    { name: 'a year', schema: yearSchema, document: yearPart(place, NOW, bytes) },
    {
      name: 'a history',
      schema: historySchema,
      document: { ...newHistory('owner', NOW), dirtyDays: { '2026-11-19': NOW } },
    },
    {
      name: 'a message',
      schema: messageSchema,
      document: {
        ownerId: 'owner',
        channelId: 'slack',
        channelType: 'slack',
        channelName: 'Slack',
        state: 'failed',
        code: 'message_rejected',
        reason: 'invalid_blocks',
        contents: [
          {
            kind: 'recovery',
            severity: 'major',
            endpointId: 'endpoint',
            incidentId: 'incident',
            outage: 1,
            ended: [0, 1],
            values: messageValuesSample({ certificateEndsAt: NOW, stillFailing: ['bd'], names: ['A'], count: 1 }),
          },
        ],
        createdAt: NOW,
        expireAt: NOW,
      },
    },
    {
      name: 'the sweep’s state',
      schema: sweepSchema,
      document: {
        lastRunAt: NOW,
        graceSince: NOW,
        graceUntil: NOW,
        gapEndedAt: NOW,
        waiting: { tw: { tries: 1, nextAt: NOW, capacity: 0 } },
        problems: { bd: { kind: 'location_full', since: NOW, notified: true } },
        resumes: [{ monitorId: 'm', ownerId: 'owner', endpointId: null, at: NOW }],
        stableSoon: [{ incidentId: 'i', monitorId: 'm', ownerId: 'owner', endpointId: 'e', at: NOW }],
        overfull: ['tw'],
        hasDirtyHours: true,
        canary: { heardAt: NOW, missed: { since: NOW, lastAt: NOW }, outage: { startedAt: NOW, endedAt: NOW } },
        continueFrom: { incidents: NOW },
      },
    },
    { name: 'a lease', schema: leaseSchema, document: { holder: 'h', heldUntil: NOW } },
    {
      name: 'an outbox, with keys of subjects that look like timestamp keys',
      schema: outboxSchema,
      document: {
        ownerId: 'owner',
        channelId: 'telegram',
        leaseId: null,
        dueAt: NOW,
        waitsUntil: NOW,
        seenAt: NOW,
        freshAt: NOW,
        generation: 'g',
        scope: 's',
        startedAt: NOW,
        announced: {
          e_endsInAt: {
            incidentId: 'incident',
            incidentAt: NOW,
            monitorId: 'monitor',
            url: 'https://shop.farwatch.test/',
            outage: 1,
            state: 'down',
            severity: 'critical',
            failureAt: NOW,
            failureSeverity: 'critical',
            sentAt: NOW,
            reminders: 1,
            unfinished: null,
            warned: [{ endsAt: NOW, step: 2 }],
            maintainedUntil: null,
            isClosed: false,
          },
        },
        sending: {},
        lastSentAt: NOW,
        failure: { code: 'unreachable', reason: 'timeout', at: NOW, since: NOW, tries: 1 },
        stopped: { code: 'refused', reason: '403', at: NOW, until: null },
        reportedAt: null,
        rejections: 1,
        quota: { used: 120, limit: 200, at: NOW },
      },
    },
    {
      name: 'a payment',
      schema: paymentSchema,
      document: orderSample({ payment: { ownerId: null, paidAt: NOW, startsAt: NOW, expireAt: null } }).payment,
    },
    {
      name: 'the server’s part of a payment',
      schema: paymentRecordSchema,
      document: orderSample({
        record: {
          paid: { '5077125051': 'waiting' },
          deposits: { '5077125051': depositSample() },
          claimHash: 'hash',
          claimUntil: NOW,
        },
      }).record,
    },
    {
      name: 'a user with a plan',
      schema: userSchema,
      document: {
        ...newUser({ displayName: 'A', email: 'a@farwatch.test' }, NOW),
        plan: { name: 'Standard', price: 25, since: NOW, until: NOW + 1 },
      },
    },
  ])('$name', ({ schema, document }) => {
    expect(stored(schema, document)).toEqual(document);
  });
});

it('an order from before its money was kept', () => {
  const { payment, record } = orderSample();
  const { startsAt: _, receivedUsd: __, invoiceUrl: ___, ...older } = payment;
  expect(paymentSchema.parse(older)).toEqual({ ...older, startsAt: null, receivedUsd: 0, invoiceUrl: null });
  const { deposits: ____, ...olderRecord } = record;
  expect(paymentRecordSchema.parse(olderRecord)).toEqual({ ...olderRecord, deposits: {} });
});

describe('what was stored or reported before revisions existed', () => {
  it('is of revision 0', () => {
    const { rev: _, ...verdict } = verdictSample();
    expect(reportedVerdictSchema.parse(verdict)).toEqual({ ...verdict, rev: 0 });
    const { rev: __, ...endpoint } = endpointSample();
    expect(endpointSchema.parse(endpoint)).toEqual({ ...endpoint, rev: 0 });
    const assigned = { url: 'https://farwatch.test/', name: 'A', group: 'M', monitorId: 'm' };
    expect(assignedEndpointSchema.parse(assigned)).toEqual({
      ...assigned,
      rev: 0,
      check: null,
      intervalSec: null,
      dependsOn: [],
    });
    expect(verdictMemorySchema.parse([1, NOW, 5, 0])).toEqual([1, NOW, 5, 0]);
  });
});

describe('ids that are made of other ids', () => {
  it('a verdictChange’s sorts as its number does, for a lifetime of reports', () => {
    const numbers = [0, 9, 10, 99, 1000, 123_456_789, 9_999_999_999];
    const ids = numbers.map((agentSeq) => verdictChangeId('agent', agentSeq));
    expect([...ids].sort()).toEqual(ids);
  });

  it('name what they are of', () => {
    expect(assignmentId('tw', 'owner')).toBe('tw_owner');
    expect(windowId('agent', NOW)).toBe(`agent_${NOW}`);
    expect(hourId('owner', 'bd', NOW)).toBe(`owner_bd_${NOW}`);
  });
});

describe('notification settings and intervals', () => {
  it('a new user checks every ten minutes, may have 200 endpoints and no plan yet', () => {
    expect(newUser({ displayName: 'A', email: 'a@farwatch.test' }, NOW)).toMatchObject({
      monitorInterval: 10,
      maxEndpoints: 200,
      endpointCount: 0,
      plan: null,
    });
  });

  it('notifications are off, from severity high, with 15 minutes of silence, by default', () => {
    expect(DEFAULT_NOTIFICATION_SETTINGS).toEqual({
      channels: {},
      telegramTiming: { delayMin: 0, quietHours: null, reminderMin: null },
      telegram: { enabled: false, botToken: '', chatId: '', verified: false },
      thresholds: { severity: 'high', silencePeriod: 15 },
    });
  });

  it.each([
    { minutes: 0, allowed: true },
    { minutes: 5, allowed: true },
    { minutes: 120, allowed: true },
    { minutes: 7, allowed: false },
    { minutes: -5, allowed: false },
    { minutes: 125, allowed: false },
  ])('a silence of $minutes minutes: $allowed', ({ minutes, allowed }) => {
    const thresholds = { severity: 'all', silencePeriod: minutes };
    const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, thresholds };
    expect(notificationSettingsSchema.safeParse(settings).success).toBe(allowed);
  });

  it.each([
    { minutes: 10, allowed: true },
    { minutes: 15, allowed: true },
    { minutes: 30, allowed: true },
    { minutes: 45, allowed: true },
    { minutes: 60, allowed: true },
    { minutes: 5, allowed: false },
    { minutes: 20, allowed: false },
    { minutes: '10', allowed: false },
  ])('an interval of $minutes minutes: $allowed', ({ minutes, allowed }) => {
    expect(userSchema.shape.monitorInterval.safeParse(minutes).success).toBe(allowed);
  });
});
