import { messageKindSchema, noticeKindSchema } from '@farwatch/core/documents/message';
import { type OrderState, orderStateSchema } from '@farwatch/core/documents/payment';
import { CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { DELIVERY_FAILURES } from '@farwatch/core/values/channels/channel-type';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type Account, database, makeAccount, seedMembers } from '../e2e/testing/accounts.ts';
import { changeAgent, seedAgent } from '../e2e/testing/agent-screen.ts';
import { agentsInEachState, makeAdmin, seedAgentList } from '../e2e/testing/agents-screen.ts';
import { callApi } from '../e2e/testing/call-api.ts';
import { makeSlow } from '../e2e/testing/endpoint-screen.ts';
import { incidentLinkPath } from '../e2e/testing/incident-link.ts';
import { seedMaintenance, type WindowSeed } from '../e2e/testing/maintenance.ts';
import { type MessageSeed, seedChannels, seedMessages } from '../e2e/testing/messages.ts';
import { seedOrders } from '../e2e/testing/orders.ts';
import { type SeededMonitor, seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { accounts } from '../src/project.ts';
import { UIDS } from '../src/seed/users.ts';
import { seedPages } from './seeded-pages.ts';

/** Windows that are running, repeating in each way, and over. */
function maintenanceOfEachKind(monitorId: string, nowMs: number): WindowSeed[] {
  const local = (atMs: number) => new Date(atMs).toISOString().slice(0, 16);
  const sunday = '2026-01-04T02:30';
  return [
    { name: 'Database upgrade', monitors: [monitorId], start: local(nowMs - 20 * MINUTE_MS), durationMin: 90 },
    { name: 'Backup', start: sunday, rule: 'FREQ=DAILY', durationMin: 30, timeZone: 'Asia/Taipei' },
    { name: 'Patch night', start: sunday, rule: 'FREQ=MONTHLY;BYDAY=1SU', durationMin: 240, timeZone: 'Europe/London' },
    {
      name: 'Deployment of everything that customers see',
      start: sunday,
      rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20991231',
    },
    // New York's clock skips 02:30 on the second night.
    { name: 'Clock change', start: '2030-03-09T02:30', timeZone: 'America/New_York', rule: 'FREQ=DAILY;COUNT=5' },
    { name: 'Every other week', start: sunday, rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE' },
    { name: 'Move to the new data centre', monitors: [monitorId], start: local(nowMs - 3 * DAY_MS) },
  ];
}

/** A message of every kind, and one that was not sent for each reason. */
function messagesOfEachKind(): MessageSeed[] {
  const failed = DELIVERY_FAILURES.map((code): MessageSeed => ({ state: 'failed', code, reason: '404: not found' }));
  const notices: readonly string[] = noticeKindSchema.options;
  const kinds = messageKindSchema.options.map((kind): MessageSeed => {
    if (!notices.includes(kind)) return { kind, locations: ['tw', 'bd'] };
    const about = { endpointId: null, incidentId: null, outage: null, monitor: '', names: ['Checkout', 'Search'] };
    return { kind, ...about, agent: 'Cabinet 7', channel: 'Ops desk', locations: ['th'], count: 12 };
  });
  return [...kinds, ...failed];
}

const NIGHT = { from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5], timeZone: 'Asia/Taipei', passesCritical: true };
const CHANNELS_OF_THREE_STEPS = {
  ops: { type: 'slack', name: 'Ops desk', settings: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' } },
  phone: {
    type: 'ntfy',
    name: 'Phone on duty',
    settings: { serverUrl: 'https://ntfy.sh', topic: 'duty', token: '' },
    timing: { delayMin: 5, reminderMin: 30 },
  },
  boss: {
    type: 'webhook',
    name: 'Head of operations',
    settings: { url: 'https://hooks.farwatch.test/boss', secret: 'whsec_AAAA' },
    timing: { delayMin: 15, quietHours: NIGHT },
  },
} as const satisfies Parameters<typeof seedChannels>[1];

/** The agents of an admin: a healthy one, one with every problem, and one without a device. */
type DetailedAgents = { healthyId: string; failingId: string; newId: string };

/** The accounts that open the screens. */
export type People = {
  user: Account;
  newAgent: Account;
  full: Account;
  many: Account;
  payer: Account;
  leaver: Account;
  buyer: Account;
  /** The orders of `buyer`. */
  orders: Map<OrderState, string>;
  /** A monitor of `many`. */
  seeded: SeededMonitor;
  /** A paused monitor of `many`. */
  paused: SeededMonitor;
  slow: Account;
  /** A monitor of `slow` whose first endpoint is slow. */
  slowMonitor: SeededMonitor;
  /** The path of a message's link. */
  incidentLink: string;
  operator: Account;
  newOperator: Account;
  keeper: Account;
  detailed: DetailedAgents;
};

/** The seeded user. */
export const DEMO_USER: Account = { ...accounts.user, uid: UIDS.user, displayName: 'Uma Watcher' };

/**
 * The seeded user with status pages, and new accounts: empty, at the endpoint limit, with long lists, with a plan, closed, with orders, and
 * admins.
 */
export async function makePeople(): Promise<People> {
  const user = DEMO_USER;
  const nowMs = Date.now();
  const plan = { name: 'Professional', price: 20, since: nowMs - 5 * DAY_MS, until: nowMs + 25 * DAY_MS };
  const [newAgent, full, many, slow, payer, leaver, buyer, operator, newOperator, keeper] = await Promise.all([
    makeAccount('Nora New'),
    makeAccount('Fay Full', { maxEndpoints: 2 }),
    makeAccount('Maximiliana Featherstonehaugh-Cholmondeley'),
    makeAccount('Sam Slow'),
    makeAccount('Paula Payer', { plan }),
    makeAccount('Lea Leaver', { closesAt: nowMs + 6 * DAY_MS }),
    makeAccount('Bo Buyer'),
    makeAdmin(),
    makeAdmin('Otto Operator'),
    makeAdmin('Kim Keeper'),
  ]);
  await seedMonitors(full, [{ name: 'Shop', paths: ['/site/a', '/site/b'] }]);
  await seedChannels(full, CHANNELS_OF_THREE_STEPS);
  const [seeded, paused] = await seedMonitors(many, [
    {
      name: 'A monitor with a rather long name that its owner chose on a slow afternoon',
      description: 'Everything that customers see, from the first page to the receipt, in all three countries',
      locations: ['tw', 'th', 'bd'],
      paths: Array.from({ length: 23 }, (_, index) => `/site/a-page-with-quite-a-long-path/section-${index}?q=1`),
      outages: [{ hoursAgo: 2.2, minutes: null, locations: ['tw', 'th', 'bd'], statusCode: null }],
    },
    ...Array.from({ length: 12 }, (_, index) => ({ name: `Region ${index + 1}`, paths: ['/site/r'] })),
  ]);
  const [slowMonitor] = await seedMonitors(slow, [{ name: 'Shop', paths: ['/site/cart', '/site/pay'] }]);
  if (!slowMonitor) throw new Error('No slow monitor was created.');
  await makeSlow(slow, slowMonitor);
  await seedMaintenance(many, maintenanceOfEachKind(seeded?.monitorId ?? '', nowMs), nowMs);
  await seedMessages(many, messagesOfEachKind());
  keepReporting((await seedAgentList(operator, agentsInEachState(Date.now()))).slice(0, 4));
  const detailed = await seedDetailedAgents(keeper);
  const states = ['finished', 'partially_paid', 'failed', 'refunded'] as const;
  await seedOrders(
    payer,
    states.map((state, index) => ({ state, daysAgo: 5 + 7 * index })),
  );
  const [emil = payer] = await seedMembers(payer, {
    'Emil Editor': 'editor',
    'Vera Featherstonehaugh-Cholmondeley': 'viewer',
  });
  await callApi(payer, 'PUT', '/v1/channels/email/duty', { personId: emil.uid, onDutyIn: null });
  const ids = await seedOrders(
    buyer,
    orderStateSchema.options.map((state) => ({ state })),
  );
  const orders = new Map(orderStateSchema.options.map((state, index) => [state, ids[index] ?? '']));
  if (!seeded || !paused) throw new Error('No monitor was created.');
  await callApi(many, 'POST', `/monitors/${paused.monitorId}/pause`, { paused: true });
  await seedPages(user, operator);
  const incidentLink = await incidentLinkPath(user, await openIncidentOf(user));
  return {
    user,
    newAgent,
    full,
    many,
    payer,
    leaver,
    buyer,
    orders,
    seeded,
    paused,
    slow,
    slowMonitor,
    incidentLink,
    operator,
    newOperator,
    keeper,
    detailed,
  };
}

/** The id of an active incident of the account. */
async function openIncidentOf({ uid }: Account): Promise<string> {
  const own = database().collection('incidents').where('ownerId', '==', uid);
  const { docs } = await own.where('status', '==', 'active').limit(1).get();
  if (!docs[0]) throw new Error('The seed has no active incident.');
  return docs[0].id;
}

/** Keeps agents active while pictures are taken. */
function keepReporting(ids: readonly string[]): void {
  const report = () =>
    Promise.all(ids.map((id, index) => changeAgent(id, { lastReportAt: Date.now() - index * 30_000 })));
  setInterval(() => void report(), 60_000).unref();
}

/** Adds agents with all their details to an admin's account. */
async function seedDetailedAgents(admin: Account, nowMs = Date.now()): Promise<DetailedAgents> {
  const phone = {
    ...DEVICE,
    deviceName: 'pixel-7',
    deviceId: 'f3b1c0de-5f7a-4f0e-9a57',
    osName: 'Android',
    osVersion: '15',
  };
  const hosts = Array.from({ length: 87 }, (_, index) => ({
    name: `Checkout of shop ${index + 1}`,
    url: `https://shop-${index + 1}.farwatch.test/a/rather/long/path/to/the/checkout?of=${index}`,
    group: index % 3 > 0 ? 'Shops of the north' : 'A monitor with a rather long name that its owner chose',
    last: index % 11 === 4 ? null : index % 9 !== 5,
  }));
  const isOffline = (slotMs: number) =>
    Math.floor(slotMs / HOUR_MS) % 97 < 5 || Math.floor(slotMs / MINUTE_MS / 10) % 131 === 0;
  const problems = { abstaining: true, droppedChecks: 12, refusedReports: 1, inMemory: true, clockOffsetMs: -42_000 };
  const [healthyId, failingId, newId] = await Promise.all([
    seedAgent(admin, {
      agent: {
        name: 'Taipei, cabinet 7',
        description: 'In the basement, next to the switch that must not be touched',
        activatedAt: nowMs - 19.4 * DAY_MS,
        device: { ...phone, batteryPercent: 87, batteryCharging: true },
        // Stays active until all pictures are taken.
        lastReportAt: nowMs + HOUR_MS,
      },
      isPresentAt: (slotMs) => !isOffline(slotMs),
      endpoints: { [`${admin.uid}h`]: hosts },
    }),
    seedAgent(admin, {
      agent: {
        name: 'Bangkok-with-a-name-that-is-far-too-long-for-any-phone',
        location: 'th',
        device: { ...phone, batteryPercent: 12, batteryCharging: false, memoryUsage: 96 },
        condition: { ...CONDITION, ...problems, spoolOldestAt: nowMs - 3 * HOUR_MS },
        abstainingSince: nowMs - 40 * MINUTE_MS,
        lastReportAt: nowMs - 2 * HOUR_MS,
        endpointCount: 5000,
      },
      isPresentAt: (slotMs) => slotMs % DAY_MS < 5 * HOUR_MS,
    }),
    seedAgent(admin, {
      agent: {
        name: 'Not yet there',
        location: 'bd',
        ...{
          registered: false,
          device: null,
          condition: null,
          activatedAt: null,
          lastReportAt: null,
          lastSyncAt: null,
        },
      },
    }),
  ]);
  return { healthyId, failingId, newId };
}
