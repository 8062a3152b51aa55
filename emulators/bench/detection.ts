import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentData, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { until } from '../faults/testing/until.ts';
import { startClock } from '../src/clock.ts';
import type { SentMessage } from '../src/telegram/bot-api.ts';
import { type Stage, withStage } from './stage.ts';
import { median, printTable, sec } from './table.ts';
import { allAre, startWatching, type WatchedEndpoint, type Watching } from './watching.ts';

const [OWNERS, ENDPOINTS, INTERVAL_SEC] = [20, 10, 10];
const [OUTAGES, APART_MS, WARM_UP] = [50, 3_000, 4];
const SENT_WITHIN_MS = 120_000;

/** TimestampFields of one outage, epoch ms: it fails, somebody finds it, and what was stored and sent of it. */
type Course = {
  failedAt: number;
  foundAt: number;
  incidentAt: number;
  statusAt: number;
  notifiedAt: number;
  ownerId: string;
};

/**
 * How long an outage takes to be found, stored and told, by the real functions and agents: outages one after the other, and
 * all endpoints of all owners at once. Documents are as old as Firestore says, messages as the stand-in for Telegram does. An
 * argument says how many outages come one after the other.
 */
export async function measureDetection([given]: readonly string[]): Promise<void> {
  const count = Number(given ?? OUTAGES);
  await withStage('bench-detection', async (stage) => {
    stage.closing(startClock({ functions: stage.addresses.functions, log: console.log }).stop);
    const plan = { run: 'bench-detection', owners: OWNERS, endpoints: ENDPOINTS, intervalSec: INTERVAL_SEC };
    const watching = await startWatching(stage, plan);
    const inTurn = Array.from({ length: ENDPOINTS }, (_, each) =>
      watching.endpoints.filter((__, index) => index % ENDPOINTS === each),
    ).flat();
    await outages(stage, watching, inTurn.slice(0, WARM_UP));
    const one = await outages(stage, watching, inTurn.slice(WARM_UP, WARM_UP + count));
    console.log(`${count} outages, one every ${APART_MS / 1_000} s; checked every ${INTERVAL_SEC} s from 3 locations`);
    print(one);
    const failedAt = watching.sites.down(watching.endpoints.map(({ path }) => path));
    const all = await coursesOf(
      stage,
      watching,
      watching.endpoints.map((endpoint) => ({ endpoint, failedAt })),
    );
    console.log(`\n${all.length} endpoints of ${OWNERS} owners at once`);
    print(all);
    printOwners(all);
  });
}

/** One after the other; they end together. */
async function outages(stage: Stage, watching: Watching, chosen: readonly WatchedEndpoint[]): Promise<Course[]> {
  const begun: { endpoint: WatchedEndpoint; failedAt: number }[] = [];
  for (const endpoint of chosen) {
    begun.push({ endpoint, failedAt: watching.sites.down([endpoint.path]) });
    await sleep(APART_MS);
  }
  const courses = await coursesOf(stage, watching, begun);
  watching.sites.up(chosen.map(({ path }) => path));
  await allAre(stage, 'up', watching.endpoints.length);
  return courses;
}

async function coursesOf(
  stage: Stage,
  { sites }: Watching,
  begun: readonly { endpoint: WatchedEndpoint; failedAt: number }[],
): Promise<Course[]> {
  const sinceMs = Math.min(...begun.map(({ failedAt }) => failedAt));
  const told = await until('every outage is told', SENT_WITHIN_MS, () => announcedSince(stage, sinceMs, begun.length));
  const incidents = await createdSince(stage.db.collection('incidents'), sinceMs);
  return Promise.all(
    begun.map(async ({ endpoint, failedAt }) => {
      const events = await createdSince(stage.db.collection(`endpoints/${endpoint.id}/events`), sinceMs);
      const down = events.find((event) => event.get('next') === 'down');
      const incident = incidents.find((each) => each.get('endpointId') === endpoint.id);
      const [foundAt, notifiedAt] = [sites.foundAt(endpoint.path), told.get(endpoint.id)];
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

/** When the message about each endpoint's outage was taken; null until there are so many. */
async function announcedSince(
  { db, addresses }: Stage,
  sinceMs: number,
  count: number,
): Promise<Map<string, number> | null> {
  const alerts = (await createdSince(db.collection('alerts').where('kind', '==', 'outage'), sinceMs)).filter(
    (doc) => doc.get('state') === 'sent',
  );
  if (new Set(alerts.map((doc) => doc.get('endpointId'))).size < count) return null;
  const messages = (await (await fetch(`${addresses.telegram}/messages`)).json()) as SentMessage[];
  const sentAt = new Map(messages.map(({ message_id, date_ms }) => [message_id, date_ms]));
  const byTime = alerts.map((doc) => [String(doc.get('endpointId')), sentAt.get(doc.get('messageId')) ?? 0] as const);
  // An outage that got moreSevere was told twice: the first counts.
  return new Map(byTime.sort((a, b) => b[1] - a[1]));
}

const STEPS = [
  ['first failing check', 'foundAt'],
  ['incident', 'incidentAt'],
  ['status', 'statusAt'],
  ['message', 'notifiedAt'],
] as const;

function print(courses: readonly Course[]): void {
  const rows = STEPS.map(([title, step]) => {
    const since = (from: 'failedAt' | 'foundAt') => courses.map((course) => course[step] - course[from]);
    return [title, ...[since('failedAt'), since('foundAt')].flatMap(summary)];
  });
  const heads = ['since the failure', 'since that check'];
  printTable(['', ...heads.flatMap((head) => [`first, ${head}`, 'median', 'last'])], rows);
}

function printOwners(courses: readonly Course[]): void {
  const owners = [...new Set(courses.map(({ ownerId }) => ownerId))];
  const first = owners.map((ownerId) => {
    const own = courses.filter((course) => course.ownerId === ownerId);
    return Math.min(...own.map(({ notifiedAt, failedAt }) => notifiedAt - failedAt));
  });
  console.log('\nUntil each owner had a first message');
  printTable(['owners', 'first', 'median', 'last'], [[String(owners.length), ...summary(first)]]);
}

function summary(values: readonly number[]): string[] {
  return [Math.min(...values), median(values), Math.max(...values)].map(sec);
}
