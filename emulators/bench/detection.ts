import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentData, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { until } from '../faults/testing/until.ts';
import { startClock } from '../src/clock.ts';
import { announcedSince } from './announced.ts';
import { type Stage, withStage } from './stage.ts';
import { median, printTable, sec } from './table.ts';
import { allAre, startWatching, type WatchedEndpoint, type Watching } from './watching.ts';

const [OWNERS, ENDPOINTS, INTERVAL_SEC] = [20, 10, 10];
const [OUTAGES, APART_MS, WARM_UP] = [50, 3_000, 4];
const SENT_WITHIN_MS = 120_000;

/** Timestamps of one outage, epoch ms: the failure, the first check that saw it, and what was stored and sent. */
type OutageTimes = {
  failedAt: number;
  foundAt: number;
  incidentAt: number;
  statusAt: number;
  notifiedAt: number;
  ownerId: string;
};

/**
 * Measures how long the real functions and agents take to find, store and report an outage: one outage after the other,
 * and all endpoints of all owners at once. Times are those of Firestore: a message is stored once it was received. The
 * arguments are the number of single outages, and the interval in seconds.
 */
export async function measureDetection([given, every]: readonly string[]): Promise<void> {
  const count = Number(given ?? OUTAGES);
  const intervalSec = Number(every ?? INTERVAL_SEC);
  await withStage('bench-detection', async (stage) => {
    stage.onEnd(startClock({ functions: stage.addresses.functions, log: console.log }).stop);
    const plan = { run: 'bench-detection', owners: OWNERS, endpoints: ENDPOINTS, intervalSec };
    const watching = await startWatching(stage, plan);
    const inTurn = Array.from({ length: ENDPOINTS }, (_, each) =>
      watching.endpoints.filter((__, index) => index % ENDPOINTS === each),
    ).flat();
    await measureOutages(stage, watching, inTurn.slice(0, WARM_UP));
    const one = await measureOutages(stage, watching, inTurn.slice(WARM_UP, WARM_UP + count));
    console.log(`${count} outages, one every ${APART_MS / 1_000} s; checked every ${intervalSec} s from 3 locations`);
    print(one);
    // The emulator starts a process for each owner that is notified at the same time, where the cloud has one for many.
    await measureOutages(stage, watching, inTurn.slice(0, OWNERS), 0);
    const all = await measureOutages(stage, watching, watching.endpoints, 0);
    console.log(`\n${all.length} endpoints of ${OWNERS} owners at once`);
    print(all);
    printOwners(all);
  });
}

/** Makes outages, `apartMs` after each other; they end together. */
async function measureOutages(
  stage: Stage,
  watching: Watching,
  chosen: readonly WatchedEndpoint[],
  apartMs = APART_MS,
): Promise<OutageTimes[]> {
  const started: { endpoint: WatchedEndpoint; failedAt: number }[] = [];
  for (const endpoint of chosen) {
    started.push({ endpoint, failedAt: watching.sites.down([endpoint.path]) });
    if (apartMs > 0) await sleep(apartMs);
  }
  const outages = await timesOf(stage, watching, started);
  watching.sites.up(chosen.map(({ path }) => path));
  await allAre(stage, 'up', watching.endpoints.length);
  return outages;
}

async function timesOf(
  stage: Stage,
  { sites }: Watching,
  started: readonly { endpoint: WatchedEndpoint; failedAt: number }[],
): Promise<OutageTimes[]> {
  const sinceMs = Math.min(...started.map(({ failedAt }) => failedAt));
  const sentAt = await until('every outage is reported', SENT_WITHIN_MS, () =>
    sentSince(stage, sinceMs, started.length),
  );
  const incidents = await createdSince(stage.db.collection('incidents'), sinceMs);
  return Promise.all(
    started.map(async ({ endpoint, failedAt }) => {
      const events = await createdSince(stage.db.collection(`endpoints/${endpoint.id}/events`), sinceMs);
      const down = events.find((event) => event.get('next') === 'down');
      const incident = incidents.find((each) => each.get('endpointId') === endpoint.id);
      const [foundAt, notifiedAt] = [sites.foundAt(endpoint.path), sentAt.get(endpoint.id)];
      if (!down || !incident || foundAt === null || notifiedAt === undefined)
        throw new Error(`Nothing is known of the outage of ${endpoint.path}`);
      const [statusAt, incidentAt] = [down, incident].map((each) => each.createTime.toMillis());
      return {
        failedAt,
        foundAt,
        notifiedAt,
        statusAt: statusAt ?? 0,
        incidentAt: incidentAt ?? 0,
        ownerId: endpoint.ownerId,
      };
    }),
  );
}

async function createdSince(query: Query<DocumentData>, sinceMs: number): Promise<QueryDocumentSnapshot[]> {
  return (await query.get()).docs.filter((doc) => doc.createTime.toMillis() >= sinceMs);
}

/** When each endpoint's outage was announced; null until there are that many. */
async function sentSince({ db }: Stage, sinceMs: number, count: number): Promise<Map<string, number> | null> {
  const announced = await announcedSince(db, ['outage', 'down_again'], sinceMs);
  return announced.size < count ? null : announced;
}

const STEPS = [
  ['first failing check', 'foundAt'],
  ['incident', 'incidentAt'],
  ['status', 'statusAt'],
  ['message', 'notifiedAt'],
] as const;

function print(outages: readonly OutageTimes[]): void {
  const rows = STEPS.map(([title, step]) => {
    const since = (from: 'failedAt' | 'foundAt') => outages.map((outage) => outage[step] - outage[from]);
    return [title, ...[since('failedAt'), since('foundAt')].flatMap(summary)];
  });
  const heads = ['since the failure', 'since that check'];
  printTable(['', ...heads.flatMap((head) => [`first, ${head}`, 'median', '95 %', 'last'])], rows);
}

function printOwners(outages: readonly OutageTimes[]): void {
  const owners = [...new Set(outages.map(({ ownerId }) => ownerId))];
  const first = owners.map((ownerId) => {
    const own = outages.filter((outage) => outage.ownerId === ownerId);
    return Math.min(...own.map(({ notifiedAt, failedAt }) => notifiedAt - failedAt));
  });
  console.log('\nUntil each owner had a first message');
  printTable(['owners', 'first', 'median', '95 %', 'last'], [[String(owners.length), ...summary(first)]]);
}

function summary(values: readonly number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  const late = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
  return [Math.min(...values), median(values), late, Math.max(...values)].map(sec);
}
