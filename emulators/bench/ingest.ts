import { randomUUID } from 'node:crypto';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import type { Check } from '@farwatch/core/values/check';
import { unpackChecks } from '@farwatch/core/values/pack';
import { windowStart } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { DEVICE, registerThisAgent, type SignedAgent } from './signed-agent.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable, whole } from './table.ts';

/** As many as the functions emulator answers at once. */
const AGENTS = 4;
/** `reports`: of each agent in each round; all together fit in a window, and in each owner's share of it. */
const PLANS = [
  { checks: 1, owners: 1, reports: 40 },
  { checks: 100, owners: 4, reports: 25 },
  { checks: 2_000, owners: 10, reports: 2 },
];
const ROUNDS = 3;

type Plan = (typeof PLANS)[number];
/** An agent whose reports have that many checks, all of endpoints that are up. */
type Reporter = { agent: SignedAgent; spool: string; seq: number; plan: Plan };
type Round = { seconds: number; tookMs: number[] };

/**
 * How many checks the callable `checkIn` accepts in a second, from several agents that register and sign in as real
 * ones, and how many documents a report writes. Accepted checks are counted in Firestore, not in answers.
 */
export async function measureIngest(): Promise<void> {
  await withStage('bench-ingest', async (stage) => {
    const rows: string[][] = [];
    const teams: Reporter[][] = [];
    for (const plan of PLANS) teams.push(await team(stage, plan));
    const rounds = teams.map((): Round[] => []);
    for (const each of teams) await round(each, 1);
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const [index, each] of teams.entries()) rounds[index]?.push(await round(each, each[0]?.plan.reports ?? 0));
    }
    for (const [index, each] of teams.entries()) rows.push(await rowOf(stage, each, rounds[index] ?? []));
    console.log(`${AGENTS} agents at a time, the median of ${ROUNDS} rounds`);
    const head = ['checks a report', 'checks a second', 'reports a second', 'answered after', 'slowest'];
    printTable([...head, 'documents written by a report', 'by as many single checks'], rows);
  });
}

async function team(stage: Stage, plan: Plan): Promise<Reporter[]> {
  const made: Reporter[] = [];
  for (let index = 0; index < AGENTS; index += 1) {
    const agent = await registerThisAgent(stage, `Bench ${plan.checks} ${index}`, 'tw');
    const reporter = { agent, spool: `spool-${randomUUID().slice(0, 8)}`, seq: 0, plan };
    await assign(stage.db, reporter);
    // The first report writes more: it has the agent's first verdicts.
    await report(reporter);
    await allApplied(stage.db);
    made.push(reporter);
  }
  return made;
}

/** In place of monitors of many owners: the part of the agent's state that its check-ins read. */
async function assign(db: Firestore, { agent, plan }: Reporter): Promise<void> {
  const owners = Object.fromEntries(ownersOf(plan).map(([ownerId]) => [ownerId, 1]));
  await db.doc(`agentStates/${agent.id}`).update({ owners });
}

function ownersOf({ checks, owners }: Plan): [ownerId: string, count: number][] {
  return Array.from({ length: owners }, (_, index) => [`benchOwner${index}`.padEnd(28, 'x'), checks / owners]);
}

async function report(reporter: Reporter): Promise<void> {
  reporter.seq += 1;
  const windowAt = windowStart(Date.now());
  const owners = Object.fromEntries(
    ownersOf(reporter.plan).map(([ownerId, count]) => {
      const checks = Array.from({ length: count }, (_, index) => checkOf(index, windowAt));
      const verdicts = Object.fromEntries(checks.map(({ endpoint }) => [endpoint, { ...UP, since: windowAt }]));
      return [ownerId, { generation: 1, checks, verdicts }];
    }),
  );
  const answer = await reporter.agent.checkIn({
    ...REPORT,
    ...reporter,
    windowAt,
    owners,
  } satisfies CheckInInput);
  if (!answer.applied) throw new Error(`Report ${answer.seq} was not applied`);
}

const UP = { up: true, statusCode: 200, error: null, rev: 0 };
const CONDITION = { abstaining: false, droppedChecks: 0, spoolOldestAt: null, clockOffsetMs: 0 };
const REPORT = { lane: 'live', device: DEVICE, condition: CONDITION, syncedAt: null } as const;

function checkOf(index: number, windowAt: number): Check {
  const at = windowAt + index * 10;
  const phases: Check['phases'] = [3, 20, 30, 40 + (index % 60), 7];
  return { endpoint: `e${index}`.padEnd(20, 'y'), at, ms: 100 + index, statusCode: 200, error: null, phases };
}

/** All reporters at the same time, each with one report at a time. */
async function round(reporters: readonly Reporter[], reports: number): Promise<Round> {
  const tookMs: number[] = [];
  const start = performance.now();
  await Promise.all(
    reporters.map(async (reporter) => {
      for (let count = 0; count < reports; count += 1) {
        const sentAt = performance.now();
        await report(reporter);
        tookMs.push(performance.now() - sentAt);
      }
    }),
  );
  return { seconds: (performance.now() - start) / 1_000, tookMs };
}

async function rowOf(stage: Stage, reporters: readonly Reporter[], rounds: readonly Round[]): Promise<string[]> {
  const [{ plan } = { plan: PLANS[0] }] = reporters;
  const { checks = 0, reports = 0 } = plan ?? {};
  const stored = await Promise.all(reporters.map(({ agent }) => storedChecks(stage.db, agent.id)));
  const sent = reporters.reduce((sum, { seq }) => sum + seq * checks, 0);
  const accepted = stored.reduce((sum, count) => sum + count, 0);
  if (accepted !== sent) throw new Error(`${sent} checks were sent and ${accepted} are stored`);
  const seconds = median(rounds.map((each) => each.seconds));
  const tookMs = rounds.flatMap((each) => each.tookMs);
  const written = await writtenByOne(stage.db, reporters);
  return [
    whole(checks),
    whole((AGENTS * reports * checks) / seconds),
    ((AGENTS * reports) / seconds).toFixed(1),
    ms(median(tookMs)),
    ms(Math.max(...tookMs)),
    String(written),
    whole(checks),
  ];
}

const windowSchema = z.object({ checks: z.record(z.string(), z.record(z.string(), z.string())) });

async function storedChecks(db: Firestore, agentId: string): Promise<number> {
  const { docs } = await db.collection('windows').where('agentId', '==', agentId).get();
  const reports = docs.flatMap((doc) => Object.values(windowSchema.parse(doc.data()).checks).flatMap(Object.values));
  return reports.reduce((sum, packed) => sum + unpackChecks(packed, 0).length, 0);
}

/** How many documents one more report writes, while no other agent reports. */
async function writtenByOne(db: Firestore, [reporter]: readonly Reporter[]): Promise<number> {
  if (!reporter) return 0;
  await allApplied(db);
  const before = await lastWrites(db);
  await report(reporter);
  return [...(await lastWrites(db))].filter(([path, writtenAt]) => before.get(path) !== writtenAt).length;
}

/** When each document was last written. */
async function lastWrites(db: Firestore): Promise<Map<string, string>> {
  const found = await Promise.all((await db.listCollections()).map((each) => each.get()));
  return new Map(found.flatMap(({ docs }) => docs.map((doc) => [doc.ref.path, doc.updateTime.valueOf()])));
}

/** Resolves when every verdict change is applied. */
async function allApplied(db: Firestore): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = db
      .collection('verdictChanges')
      .where('state', '==', 'new')
      .onSnapshot(({ empty }) => {
        if (!empty) return;
        end();
        resolve();
      }, reject);
  });
}
