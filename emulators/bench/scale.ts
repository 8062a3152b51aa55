import { INCIDENT_SHARDS } from '@farwatch/core/documents/incident';
import { AGENT, ALERT, LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Documents, monthlyPrice } from './prices.ts';

/** Accounts and their endpoints together, each watched from all locations every ten minutes. */
export type Size = { endpoints: number; owners: number };
/** The load of a day. */
export type Load = {
  agents: number;
  parts: Record<
    'check-ins' | 'sweep' | 'roll-ups' | 'days' | 'changes' | 'losses' | 'dashboards',
    Omit<Documents, 'deletes'>
  >;
  /** Writes on an average day. */
  perSecond: number;
  tasksPerHour: number;
  planningReads: number;
  pricePerMonth: number;
};

/** Counted on the wire by `npm run bench:cost` and the tests named in docs/operations.md, Cost. */
const COUNTED = {
  checkIn: { reads: 1, writes: 3 },
  /** An average: some queries run only every ten minutes. */
  sweep: { reads: 12.3, writes: 1 },
  /** The cost of an agent's hour, plus one write for each of its owners. */
  rollUp: { reads: 11, writes: 2 },
  /** The cost of an owner's day, plus a read for each monitor, and a write for each endpoint and monitor. */
  day: { reads: 78, writes: 1 },
  outage: { reads: 125, writes: 57 },
  /** The cost of an agent that is lost, handed over and returns, without planning. */
  lossByOwner: { reads: 14.5, writes: 3.4 },
  lossByEndpoint: { reads: 1.3, writes: 1.1 },
  /** The cost without the monitors. */
  poll: { reads: 7 },
};
/**
 * An outage of all endpoints of an account from three locations until its message, of which every account has one
 * (functions/src/domain/status/everybody.emulator.test.ts): for the account, and for each endpoint.
 */
const OUTAGE_OF_ALL = { account: { reads: 26, writes: 6 }, endpoint: { reads: 8, writes: 7 } };
/** Owners that the drain of one agent applied in a second (docs/scale.md). */
const OWNERS_A_SECOND = 2_000 / 173;
/** Writes that a Firestore database takes in a second. */
const FIRESTORE = { writes: 10_000 };
/** Tasks of `notifyOwner` at once, by functions/src/options.ts, and how long one waits for locations and siblings, then sends. */
const NOTIFIERS = { atOnce: 200, takeSec: ALERT.holdFromFailureMs / SECOND_MS + 1 };

/** An hour's roll-up is enqueued again in the next hour, in case it was missed. */
const TASKS_AN_HOUR = 2;

/** Assumptions: outages once a month, agents lost once a week, a dashboard open all day for one owner in fifty. */
const USUAL = { outagesPerEndpoint: 1 / 30, lossesPerAgent: 1 / 7, openDashboards: 1 / 50, endpointsPerMonitor: 10 };
/** Assignments that one read of a count covers. */
const COUNTED_BY_A_READ = 1_000;
const [CHECK_INS_A_DAY, MINUTES_A_DAY, HOURS_A_DAY] = [DAY_MS / AGENT.checkInEveryMs, 1_440, DAY_MS / HOUR_MS];

function agentsPerLocation({ endpoints, owners }: Size): number {
  return Math.max(Math.ceil(endpoints / LIMITS.endpointsPerAgent), Math.ceil(owners / LIMITS.ownersPerAgent));
}

/** The load, from those numbers. An owner's assignments are with one agent in each location. */
export function loadOf({ endpoints, owners }: Size): Load {
  const perLocation = agentsPerLocation({ endpoints, owners });
  const agents = perLocation * LOCATION_CODES.length;
  const agentHours = agents * HOURS_A_DAY;
  const ownerHours = owners * LOCATION_CODES.length * HOURS_A_DAY;
  const outages = endpoints * USUAL.outagesPerEndpoint;
  const [ownersOfOne, endpointsOfOne] = [owners / perLocation, endpoints / perLocation];
  const planningReads = 2 * perLocation + Math.ceil(owners / COUNTED_BY_A_READ) + 1 + Math.ceil(ownersOfOne);
  const losses = perLocation === 1 ? 0 : agents * USUAL.lossesPerAgent;
  const ofLoss = (kind: 'reads' | 'writes') =>
    ownersOfOne * COUNTED.lossByOwner[kind] + endpointsOfOne * COUNTED.lossByEndpoint[kind];
  const monitors = Math.max(1, endpoints / owners / USUAL.endpointsPerMonitor);
  const polls = owners * USUAL.openDashboards * CHECK_INS_A_DAY;
  const parts = {
    'check-ins': { reads: agents * CHECK_INS_A_DAY, writes: agents * CHECK_INS_A_DAY * COUNTED.checkIn.writes },
    sweep: { reads: COUNTED.sweep.reads * MINUTES_A_DAY, writes: COUNTED.sweep.writes * MINUTES_A_DAY },
    'roll-ups': { reads: agentHours * COUNTED.rollUp.reads, writes: agentHours * COUNTED.rollUp.writes + ownerHours },
    days: {
      reads: owners * (COUNTED.day.reads + monitors) + HOURS_A_DAY,
      writes: owners * (COUNTED.day.writes + monitors) + endpoints,
    },
    changes: { reads: outages * COUNTED.outage.reads, writes: outages * COUNTED.outage.writes },
    losses: { reads: losses * (ofLoss('reads') + 2 * planningReads), writes: losses * ofLoss('writes') },
    dashboards: { reads: polls * (monitors + COUNTED.poll.reads), writes: 0 },
  };
  const sum = (kind: 'reads' | 'writes') => Object.values(parts).reduce((all, part) => all + part[kind], 0);
  // Deleted by their TTL: a window of each agent every ten minutes, and an hour of each owner.
  const deletes = (agents * MINUTES_A_DAY) / 10 + ownerHours;
  return {
    agents,
    parts,
    perSecond: sum('writes') / (DAY_MS / 1_000),
    tasksPerHour: agents * TASKS_AN_HOUR,
    planningReads,
    pricePerMonth: monthlyPrice({ reads: sum('reads'), writes: sum('writes'), deletes }),
  };
}

const SIZES: readonly Size[] = [
  { endpoints: 200, owners: 1 },
  { endpoints: 1_000, owners: 10 },
  { endpoints: 10_000, owners: 100 },
  { endpoints: 10_000, owners: 1_000 },
  { endpoints: 100_000, owners: 10_000 },
  { endpoints: 1_000_000, owners: 10_000 },
  { endpoints: 1_000_000, owners: 100_000 },
];

/** Accounts that lose all their endpoints at once. */
const EVERYBODY: readonly Size[] = [
  { endpoints: 1_000, owners: 1_000 },
  { endpoints: 10_000, owners: 1_000 },
  { endpoints: 200_000, owners: 1_000 },
  { endpoints: 100_000, owners: 10_000 },
];

/** The table of docs/scale.md, An outage of everybody, in Markdown. */
export function everybodyTable(): string {
  const rows = EVERYBODY.map((size) => {
    const { endpoints, owners } = size;
    const perLocation = agentsPerLocation(size);
    const of = (kind: 'reads' | 'writes') =>
      owners * OUTAGE_OF_ALL.account[kind] + endpoints * OUTAGE_OF_ALL.endpoint[kind];
    const appliedSec = Math.max(owners / perLocation / OWNERS_A_SECOND, of('writes') / FIRESTORE.writes);
    // Each location changes the incident.
    const entries = (endpoints * LOCATION_CODES.length) / appliedSec;
    const messages = Math.min(owners / appliedSec, NOTIFIERS.atOnce / NOTIFIERS.takeSec);
    const toldSec = owners / messages + NOTIFIERS.takeSec;
    return [
      `${whole(endpoints)} of ${whole(owners)}`,
      whole(perLocation * LOCATION_CODES.length),
      `${thousands(of('reads'))} / ${thousands(of('writes'))}`,
      whole(appliedSec),
      `${whole(entries)} / ${whole(entries / INCIDENT_SHARDS.length)}`,
      whole(messages),
      whole(toldSec),
    ];
  });
  const head = [
    'endpoints of owners',
    'agents',
    'reads / writes, thousands',
    'applied within, s',
    'index entries by time a second, all / in a part',
    'messages a second',
    'last message after, s',
  ];
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** The tables of docs/scale.md, in Markdown. */
export function scaleTables(): string {
  const loads = SIZES.map((size) => ({ size, load: loadOf(size) }));
  const name = ({ endpoints, owners }: Size) => `${whole(endpoints)} of ${whole(owners)}`;
  const overall = loads.map(({ size, load }) => [
    name(size),
    whole(load.agents),
    load.perSecond.toFixed(2),
    whole(load.tasksPerHour),
    whole(load.planningReads),
    `$${load.pricePerMonth.toFixed(load.pricePerMonth < 100 ? 2 : 0)}`,
    (load.pricePerMonth / size.owners).toFixed(4),
  ]);
  const parts = loads.map(({ size, load }) => [
    name(size),
    ...Object.values(load.parts).map(({ reads, writes }) => `${thousands(reads)} / ${thousands(writes)}`),
  ]);
  return [
    table(
      [
        'endpoints of owners',
        'agents',
        'writes a second',
        'roll-up tasks an hour',
        'reads to plan a loss',
        'a month',
        'USD an owner',
      ],
      overall,
    ),
    table(['reads / writes a day, thousands', ...Object.keys(loads[0]?.load.parts ?? {})], parts),
  ].join('\n\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const thousands = (value: number) =>
  (value / 1_000).toLocaleString('en', { maximumFractionDigits: value < 100_000 ? 1 : 0 });
