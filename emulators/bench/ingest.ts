import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { agentTokenCall, tokenMessage } from '@farwatch/core/contracts/calls/agent-token';
import { type CheckInInput, type CheckInOutput, checkInCall } from '@farwatch/core/contracts/calls/check-in';
import { registerAgentCall } from '@farwatch/core/contracts/calls/register-agent';
import type { Check } from '@farwatch/core/values/check';
import type { LocationCode } from '@farwatch/core/values/locations';
import { unpackChecks } from '@farwatch/core/values/pack';
import { windowStart } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { createAgent } from '../src/agents/registration.ts';
import { signIn } from '../src/agents/sign-in.ts';
import { accounts } from '../src/project.ts';
import { type Stage, withStage } from './stage.ts';
import { median, ms, printTable, whole } from './table.ts';

/** The number of calls that the functions emulator answers at once. */
const AGENTS = 4;
/** The reports are those of each agent in each round; all together fit in a window, and in each owner's share of it. */
const PLANS = [
  { checks: 1, owners: 1, reports: 40 },
  { checks: 100, owners: 4, reports: 25 },
  { checks: 2_000, owners: 10, reports: 2 },
];
const ROUNDS = 3;

type Plan = (typeof PLANS)[number];

/** An agent that has registered with its code and signed in with its key, and whose reports are made here. */
interface SignedAgent {
  id: string;
  checkIn(report: CheckInInput): Promise<CheckInOutput>;
}

const DEVICE: CheckInInput['device'] = {
  ...{ deviceName: 'bench', deviceId: 'bench', osName: 'Linux', osVersion: '6', appVersion: '1.0.0' },
  ...{ batteryPercent: null, batteryCharging: null, memoryUsage: null },
};

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

/** Writes, in place of monitors of many owners, the part of the agent's state that its check-ins read. */
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

/** Creates an agent through the API, registers it and signs it in, all with real calls. */
async function registerThisAgent({ addresses }: Stage, name: string, location: LocationCode): Promise<SignedAgent> {
  const { functions, authHost, origin } = addresses;
  const { id, code } = await createAgent(origin, await signIn(authHost, accounts.admin), { name, location });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  await call(functions, registerAgentCall, { code, publicKey: key, device: DEVICE });
  const at = Date.now();
  const signature = sign(null, Buffer.from(tokenMessage(id, at)), privateKey).toString('base64');
  const { token } = await call(functions, agentTokenCall, { agentId: id, at, signature });
  const idToken = await signInByToken(authHost, token);
  return { id, checkIn: (report) => call(functions, checkInCall, report, idToken) };
}

type Call<Input, Output> = { name: string; input: z.ZodType<Input>; output: z.ZodType<Output> };

/** Calls a function as Firebase's SDK does. Throws with the answer if it is refused. */
async function call<Input, Output>(
  functions: string,
  { name, output }: Call<Input, Output>,
  data: Input,
  idToken?: string,
): Promise<Output> {
  const authorization = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
  const response = await fetch(`${functions}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} was refused: ${response.status} ${text}`);
  const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(text));
  return output.parse(result);
}

async function signInByToken(authHost: string, token: string): Promise<string> {
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=demo-api-key`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, returnSecureToken: true }),
  });
  return z.object({ idToken: z.string() }).parse(await response.json()).idToken;
}
