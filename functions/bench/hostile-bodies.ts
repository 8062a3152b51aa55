import { type AttackRow, p95 } from '@farwatch/core/testing/attack-row';
import { incidentSample } from '@farwatch/core/testing/samples';
import { HEARTBEAT, LIMITS } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { OPTIONS } from '../src/options.ts';
import { incidents } from '../src/platform/db/collections.ts';
import { signIn, type TestUser } from '../src/testing/api/sign-in.ts';
import { serveFunction } from '../src/testing/serve-function.ts';

/**
 * The attacks of `npm run bench -- hostile` by bodies, on functions in processes of their own with the emulators of
 * Firestore and Auth: a line of JSON each.
 */
const AT_ONCE = 20;
const CALLS = 20;
/** After this time fewer calls are enough. */
const ENOUGH_MS = 5_000;
const MIB = 1024 * 1024;
/** The emulators' own, to which its sign-in leads. */
const PROJECT = process.env.GCLOUD_PROJECT ?? '';
/** Of an instance. On Google's servers Node takes half of it for its heap. */
const INSTANCE_MIB = { api: Number.parseInt(OPTIONS.api.memory, 10), ping: 256 };

const fill = (unit: string, bytes: number) => `[${unit.repeat(Math.floor(bytes / unit.length) - 1).replace(/,$/, '')}]`;
const list = (unit: string, values: number) => `[${Array(Math.floor(values)).fill(unit).join(',')}]`;
const account = (endpoints: string) => `{"name":"x","locations":["tw"],"endpoints":${endpoints}}`;

/** Refused before they are parsed, and parsed: each sent in turn. */
const BODIES: [what: string, bodies: string[]][] = [
  ['2 MiB of {}, and JSON a million deep', [fill('{},', LIMITS.bodyBytes.account), '['.repeat(MIB) + ']'.repeat(MIB)]],
  [
    'the widest, deepest and longest JSON that is parsed',
    [
      account(list('{"url":"https://a.farwatch.test"}', LIMITS.bodyValues / 2 - 10)),
      account(list(`${'['.repeat(45)}${']'.repeat(45)}`, LIMITS.bodyValues / 45 - 10)),
      account(`[{"url":"https://${'a'.repeat(LIMITS.bodyBytes.account - 200)}"}]`),
    ],
  ],
];

const PING_BODIES = [fill('{},', HEARTBEAT.bodyBytes), fill('{},', LIMITS.bodyBytes.account)];

const app = initializeApp({ projectId: PROJECT });
const auth = getAuth(app);
const [neighbour, greedy] = [await signIn(auth, {}), await signIn(auth, {})];

type Sent = { origin: string; path: string; user?: TestUser; body?: string | undefined };

async function send({ origin, path, user, body }: Sent): Promise<string> {
  const response = await fetch(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(user && { authorization: `Bearer ${user.token}` }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${path} was answered with ${response.status} ${text}`);
  return text;
}

/** How long the neighbour's calls take, one after the other. */
async function timesOf(call: (index: number) => Sent): Promise<number[]> {
  const taken: number[] = [];
  const beganMs = performance.now();
  for (let index = 0; index < CALLS && performance.now() - beganMs < ENOUGH_MS; index += 1) {
    const startedMs = performance.now();
    await send(call(index));
    taken.push(performance.now() - startedMs);
  }
  return taken;
}

type Attack = Pick<AttackRow, 'attack' | 'neighbour'> & {
  target: 'api' | 'ping';
  atOnce?: number;
  /** The neighbour's call, and the attacker's, by their number. */
  call: (index: number) => Omit<Sent, 'origin'>;
  hostile: (index: number) => Omit<Sent, 'origin'>;
};

async function attacked({
  attack,
  neighbour: measured,
  target,
  atOnce = AT_ONCE,
  call,
  hostile,
}: Attack): Promise<AttackRow> {
  const { origin, stop } = await serve(target);
  const calls = (index: number) => ({ ...call(index), origin });
  await timesOf(calls);
  const withoutMs = p95(await timesOf(calls));
  const state = { isOver: false, sent: 0 };
  const attacking = Array.from({ length: atOnce }, async () => {
    for (; !state.isOver; state.sent += 1) {
      // A connection may be closed before all of a body is sent.
      await send({ ...hostile(state.sent), origin }).catch(() => undefined);
    }
  });
  const withMs = p95(await timesOf(calls));
  state.isOver = true;
  await Promise.all(attacking);
  const mostMs = Math.max(50 * withoutMs, 5_000);
  const memory = { mib: await stop(), mostMib: INSTANCE_MIB[target] };
  return { attack, neighbour: measured, withoutMs, withMs, mostMs, memory, counts: [] };
}

async function serve(target: 'api' | 'ping') {
  const heap = `--max-old-space-size=${INSTANCE_MIB[target] / 2}`;
  const env = { GCLOUD_PROJECT: PROJECT, APP_URL: 'https://farwatch.test', NODE_OPTIONS: heap };
  const { port, stop } = await serveFunction(target, env);
  return { origin: `http://127.0.0.1:${port}`, stop };
}

const madeSchema = z.object({ id: z.string(), endpoints: z.array(z.object({ pingUrl: z.string() })) });

/** A monitor of an account with 20 heartbeats, each of which may be pinged five times a minute. */
async function createJobs(origin: string, user: TestUser): Promise<{ id: string; paths: string[] }> {
  const endpoints = Array.from({ length: 20 }, (_, index) => ({ url: `heartbeat://job${index}` }));
  const body = JSON.stringify({ name: 'Jobs', locations: ['tw'], endpoints });
  const made = madeSchema.parse(JSON.parse(await send({ origin, path: '/api/monitors', user, body })));
  return { id: made.id, paths: made.endpoints.map(({ pingUrl: url }) => new URL(url).pathname) };
}

/** As many incidents as one call reads, with as many updates and notes as an incident has. */
async function putLongIncidents(ownerId: string, monitorId: string): Promise<void> {
  const db = getFirestore(app);
  const writer = db.bulkWriter();
  const note = 'x'.repeat(LIMITS.noteLength);
  for (let index = 0; index < 500; index += 1) {
    const triggeredAt = Date.now() - HOUR_MS - index * MINUTE_MS;
    const long = incidentSample({ ownerId, monitorId, triggeredAt });
    const updates = Array.from({ length: LIMITS.updatesPerIncident }, () => long.updates).flat();
    const person = { name: 'x'.repeat(LIMITS.personLength), channelName: null };
    const action = { event: 'noted' as const, by: person, note, until: null, createdAt: triggeredAt };
    const actions = Array.from({ length: LIMITS.actionsPerIncident }, () => action);
    void writer.set(incidents.ref(db, `long${index}`), incidents.toDocument({ ...long, updates, actions }));
  }
  await writer.close();
}

const pathOf = (paths: readonly string[], index: number) => paths[index % paths.length] ?? '';

const api = await serve('api');
const neighbours = await createJobs(api.origin, neighbour);
const own = await createJobs(api.origin, greedy);
await putLongIncidents(greedy.uid, own.id);
await api.stop();
for (const [what, bodies] of BODIES) {
  const row = await attacked({
    attack: `${AT_ONCE} at a time to the API: ${what}`,
    neighbour: 'monitors are listed',
    target: 'api',
    call: () => ({ path: '/api/monitors', user: neighbour }),
    hostile: (index) => ({ path: '/api/monitors', user: greedy, body: bodies[index % bodies.length] }),
  });
  console.log(JSON.stringify(row));
}
const searches = await attacked({
  attack: `${AT_ONCE * 2} at a time to the API: the longest incidents of a monitor`,
  neighbour: 'monitors are listed',
  target: 'api',
  atOnce: 2 * AT_ONCE,
  call: () => ({ path: '/api/monitors', user: neighbour }),
  hostile: () => ({ path: `/api/incidents/monitor/${own.id}?time_range=30d`, user: greedy }),
});
console.log(JSON.stringify(searches));
const pings = await attacked({
  attack: `${AT_ONCE} pings at a time: 1 and 2 MiB of {}`,
  neighbour: 'a ping is stored',
  target: 'ping',
  call: (index) => ({ path: pathOf(neighbours.paths, index) }),
  hostile: (index) => ({ path: pathOf(own.paths, index), body: PING_BODIES[index % PING_BODIES.length] }),
});
console.log(JSON.stringify(pings));
process.exit(0);
