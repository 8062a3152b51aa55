import { LIMITS, RETENTION } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { DAY_MS } from '@farwatch/core/values/time';
import { monthlyPrice, PRICES } from './prices.ts';
import { type Load, loadOf, type Size } from './scale.ts';

const DAYS_A_MONTH = 30;
const GIB = 2 ** 30;

/**
 * Google's list prices as of 2026, USD, and the free amounts of a month. Functions are of tier 1, which asia-east1 is
 * in.
 */
const FUNCTIONS = { cpuSec: 0.000_024, freeCpuSec: 180_000, gibSec: 0.000_002_5, freeGibSec: 360_000 };
const STORED = { gib: 0.18, freeGib: 1, backupGib: 0.03 };
const HOSTING = { gb: 0.15, freeGbADay: 0.36 };

/**
 * Seconds for which an instance is billed, estimated from docs/measured.md and docs/scale.md with the latency of
 * Google's network: requests that share an instance cost less. An outage and its recovery: drains, and senders that
 * wait for other locations. A poll: the calls of a dashboard. A health check: three regions every five minutes.
 */
const SECONDS = {
  checkIn: 0.25,
  sweep: 1,
  rollUp: 0.5,
  rollUpOfOwner: 0.0075,
  day: 2,
  outage: 20,
  poll: 0.45,
  health: 0.1,
};
const HEALTH_CHECKS_A_DAY = 864;
const POLLS_A_DAY = 720;
const GIB_OF_INSTANCE = 0.5;

/**
 * Stored bytes: a packed check with its phases; an endpoint's entry in an hour's document; that document's rest; an
 * endpoint's day.
 */
const BYTES = { check: 33, hourOfEndpoint: 240, hour: 600, day: 730 };
const CHECKS_A_DAY = 144;
const HOURS_A_DAY = 24;

/** The first load of the app, and how many people load it in a day. */
const FIRST_LOAD_GB = 0.000_5;
const VISITS_BY_OWNER = 1;

type Bill = { documents: number; ttl: number; functions: number; traffic: number; stored: number; backups: number };

/** The price of a month, USD, in which the data is `days` old. */
function billOf(size: Size, days: number): Bill {
  const load = loadOf(size);
  const gib = storedBytes(size, days) / GIB;
  return {
    documents: monthlyPrice({ ...sumOf(load), deletes: 0 }),
    ttl: DAYS_A_MONTH * ttlDeletes(size, load, days) * PRICES.deletes,
    functions: functionsPrice(size, load),
    traffic:
      DAYS_A_MONTH * Math.max(0, size.owners * VISITS_BY_OWNER * FIRST_LOAD_GB - HOSTING.freeGbADay) * HOSTING.gb,
    stored: Math.max(0, gib - STORED.freeGib) * STORED.gib,
    backups: 7 * gib * STORED.backupGib,
  };
}

function sumOf({ parts }: Load): { reads: number; writes: number } {
  const all = Object.values(parts);
  return {
    reads: all.reduce((sum, { reads }) => sum + reads, 0),
    writes: all.reduce((sum, { writes }) => sum + writes, 0),
  };
}

/**
 * The free quota does not cover them: a window of each agent every ten minutes, later an hour of each owner and a month
 * of each endpoint.
 */
function ttlDeletes({ owners, endpoints }: Size, { agents }: Load, days: number): number {
  const hours = days * DAY_MS > RETENTION.hourMs ? owners * LOCATION_CODES.length * HOURS_A_DAY : 0;
  const months = days * DAY_MS > RETENTION.monthMs ? endpoints / DAYS_A_MONTH : 0;
  return agents * CHECKS_A_DAY + hours + months;
}

function functionsPrice({ endpoints, owners }: Size, { agents }: Load): number {
  const secondsADay =
    agents * POLLS_A_DAY * SECONDS.checkIn +
    1_440 * SECONDS.sweep +
    2 * HOURS_A_DAY * (agents * SECONDS.rollUp + owners * LOCATION_CODES.length * SECONDS.rollUpOfOwner) +
    owners * SECONDS.day +
    (endpoints / DAYS_A_MONTH) * SECONDS.outage +
    (owners / 50) * POLLS_A_DAY * SECONDS.poll +
    HEALTH_CHECKS_A_DAY * SECONDS.health;
  const seconds = DAYS_A_MONTH * secondsADay;
  const cpu = Math.max(0, seconds - FUNCTIONS.freeCpuSec) * FUNCTIONS.cpuSec;
  return cpu + Math.max(0, seconds * GIB_OF_INSTANCE - FUNCTIONS.freeGibSec) * FUNCTIONS.gibSec;
}

/** Sums up raw checks, hours and days, which are by far the most of what is stored. */
function storedBytes({ endpoints, owners }: Size, days: number): number {
  const checks = endpoints * LOCATION_CODES.length * CHECKS_A_DAY * Math.min(days, RETENTION.windowMs / DAY_MS);
  const hours = LOCATION_CODES.length * HOURS_A_DAY * Math.min(days, RETENTION.hourMs / DAY_MS);
  const endpointDays = endpoints * Math.min(days, RETENTION.monthMs / DAY_MS);
  return (
    checks * BYTES.check + hours * (endpoints * BYTES.hourOfEndpoint + owners * BYTES.hour) + endpointDays * BYTES.day
  );
}

const COLUMNS: readonly { name: string; size: Size; days: number }[] = [
  { name: '1 account, first month', size: { endpoints: LIMITS.endpointsPerOwner, owners: 1 }, days: 30 },
  { name: 'after 400 days', size: { endpoints: LIMITS.endpointsPerOwner, owners: 1 }, days: 401 },
  { name: '1,000 accounts, first month', size: { endpoints: 10_000, owners: 1_000 }, days: 30 },
  { name: 'after 400 days', size: { endpoints: 10_000, owners: 1_000 }, days: 401 },
];

/** The table of docs/operations.md, What it costs, in Markdown. */
export function billTable(): string {
  const bills = COLUMNS.map(({ size, days }) => billOf(size, days));
  const row = (name: string, of: (bill: Bill) => number) => [name, ...bills.map((bill) => `$${of(bill).toFixed(2)}`)];
  const rows = [
    ['USD a month', ...COLUMNS.map(({ name }) => name)],
    ['---', ...COLUMNS.map(() => '---:')],
    row('reads and writes', ({ documents }) => documents),
    row('TTL deletes', ({ ttl }) => ttl),
    row('stored data', ({ stored }) => stored),
    row('functions', ({ functions }) => functions),
    row('traffic of Hosting', ({ traffic }) => traffic),
    row('**together**', ({ backups: _, ...parts }) => Object.values(parts).reduce((sum, part) => sum + part, 0)),
    row('daily backups kept for 7 days, extra', ({ backups }) => backups),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
