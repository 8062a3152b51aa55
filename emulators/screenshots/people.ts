import { messageKindSchema, noticeKindSchema } from '@farwatch/core/documents/message';
import { type OrderState, orderStateSchema } from '@farwatch/core/documents/payment';
import { DELIVERY_FAILURES } from '@farwatch/core/values/channels/channel-type';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type Account, database, makeAccount } from '../e2e/testing/accounts.ts';
import { changeAgent } from '../e2e/testing/agent-screen.ts';
import { agentsInEachState, makeAdmin, seedAgentList } from '../e2e/testing/agents-screen.ts';
import { callApi } from '../e2e/testing/call-api.ts';
import { incidentLinkPath } from '../e2e/testing/incident-link.ts';
import { seedMaintenance, type WindowSeed } from '../e2e/testing/maintenance.ts';
import { type MessageSeed, seedChannels, seedMessages } from '../e2e/testing/messages.ts';
import { seedOrders } from '../e2e/testing/orders.ts';
import { type SeededMonitor, seedMonitors } from '../e2e/testing/seed-monitors.ts';
import { accounts } from '../src/project.ts';
import { UIDS } from '../src/seed/users.ts';
import { type DetailedAgents, seedDetailedAgents } from './detailed-agents.ts';
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
    return { kind, ...about, agent: 'Rack 7', channel: 'Ops room', locations: ['th'], count: 12 };
  });
  return [...kinds, ...failed];
}

const NIGHT = { from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5], timeZone: 'Asia/Taipei', passesCritical: true };
const CHANNELS_OF_THREE_STEPS = {
  ops: { type: 'slack', name: 'Ops room', settings: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' } },
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

/**
 * The accounts that open the screens. `seeded` and `paused` are monitors of `many`, `orders` are those of `buyer`, `incidentLink` is
 * the path of a message's link.
 */
export type People = {
  user: Account;
  newAgent: Account;
  full: Account;
  many: Account;
  payer: Account;
  leaver: Account;
  buyer: Account;
  orders: Map<OrderState, string>;
  seeded: SeededMonitor;
  paused: SeededMonitor;
  incidentLink: string;
  operator: Account;
  newOperator: Account;
  keeper: Account;
  detailed: DetailedAgents;
};

/**
 * The seeded user with status pages, and new accounts: empty, at the endpoint limit, with long lists, with a plan, closed, with orders, and
 * admins.
 */
export async function makePeople(): Promise<People> {
  const user = { ...accounts.user, uid: UIDS.user, displayName: 'Uma Watcher' };
  const nowMs = Date.now();
  const plan = { name: 'Professional', price: 20, since: nowMs - 5 * DAY_MS, until: nowMs + 25 * DAY_MS };
  const [newAgent, full, many, payer, leaver, buyer, operator, newOperator, keeper] = await Promise.all([
    makeAccount('Nora New'),
    makeAccount('Fay Full', { maxEndpoints: 2 }),
    makeAccount('Maximiliana Featherstonehaugh-Cholmondeley'),
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
  await seedMaintenance(many, maintenanceOfEachKind(seeded?.monitorId ?? '', nowMs), nowMs);
  await seedMessages(many, messagesOfEachKind());
  keepReporting((await seedAgentList(operator, agentsInEachState(Date.now()))).slice(0, 4));
  const detailed = await seedDetailedAgents(keeper);
  const states = ['finished', 'partially_paid', 'failed', 'refunded'] as const;
  await seedOrders(
    payer,
    states.map((state, index) => ({ state, daysAgo: 5 + 7 * index })),
  );
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
