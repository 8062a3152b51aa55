import { afterAll, afterEach, expect, test } from 'vitest';
import { addressPolicy, createGuard } from '../guard/guard.ts';
import { createProbe } from '../probe/probe.ts';
import { closedPort, httpServer, httpsServer } from '../probe/testing/servers.ts';
import { trustedCertificate } from '../probe/testing/trusted.ts';
import { RecentHosts } from './recent-hosts.ts';
import { Sight } from './sight.ts';
import { createAsk, parseWitness } from './witnesses.ts';

const guard = createGuard(addressPolicy(true, () => new Set()));
const probe = createProbe(guard, () => true);
const trusted = trustedCertificate();
afterAll(trusted.forget);
let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

const FAST = { againMs: 50, everyMs: 60_000, rate: { burst: 100, perSec: 100 }, togetherMs: 60_000 };

function sightOf(witnesses: string[], pace = FAST) {
  const changes: boolean[] = [];
  const onChange = (abstaining: boolean) => changes.push(abstaining);
  const parsed = witnesses.flatMap((typed) => parseWitness(typed) ?? []);
  return {
    sight: new Sight({ witnesses: parsed, ask: createAsk(guard), probe, signal: stop.signal, onChange, pace }),
    changes,
  };
}

const dead = async () => `http://127.0.0.1:${await closedPort()}/`;

/** A witness that counts its visits. */
async function startWitness(answerMs = 0) {
  const visits: number[] = [];
  const port = await httpServer((_request, response) => {
    visits.push(performance.now());
    setTimeout(() => response.end(), answerMs);
  });
  return { url: `http://127.0.0.1:${port}/`, visits };
}

/** A target with a good certificate: what it answers is proof. */
async function startTarget() {
  const visits: string[] = [];
  const port = await httpsServer(trusted, (request, response) => {
    visits.push(request.url ?? '');
    response.writeHead(503).end();
  });
  return { url: `https://127.0.0.1:${port}/`, visits };
}

test('a proof after the finding is enough; one from before it is not', async () => {
  const { sight, changes } = sightOf([await dead()]);
  sight.noteProof(await dead());
  const foundAtMs = performance.now();
  sight.noteProof(await dead());
  expect(await sight.canJudge(foundAtMs)).toBe(true);
  expect(await sight.canJudge(performance.now())).toBe(false);
  expect(changes).toEqual([true]);
});

test('a witness is asked when no target proved anything since', async () => {
  const witness = await startWitness();
  const { sight, changes } = sightOf([await dead(), witness.url]);
  expect(await sight.canJudge(performance.now())).toBe(true);
  expect(witness.visits).toHaveLength(1);
  expect(sight.withoutWitness).toBe(false);
  expect(changes).toEqual([]);
});

test('a target that proved itself last is asked where the witnesses are silent, and is not where one answers', async () => {
  const [target, witness] = [await startTarget(), await startWitness()];
  const [blocked, open] = [sightOf([await dead()]), sightOf([witness.url])];
  for (const { sight } of [blocked, open]) sight.noteProof(target.url);
  expect(await open.sight.canJudge(performance.now())).toBe(true);
  expect(target.visits).toHaveLength(0);
  expect(await blocked.sight.canJudge(performance.now())).toBe(true);
  expect(target.visits).toHaveLength(1);
  expect([blocked.sight.withoutWitness, open.sight.withoutWitness]).toEqual([true, false]);
});

test('where the witnesses are known to be silent they are not waited for: a target proves it at once', async () => {
  const [target, silent] = [await startTarget(), await startWitness(60_000)];
  const { sight, changes } = sightOf([silent.url]);
  sight.noteProof(target.url);
  const judge = async () => {
    const beganMs = performance.now();
    expect(await sight.canJudge(beganMs)).toBe(true);
    return performance.now() - beganMs;
  };
  const firstMs = await judge();
  expect(await judge()).toBeLessThan(firstMs / 2);
  expect([sight.withoutWitness, changes]).toEqual([true, []]);
});

test('a proof that comes while it is looked around is enough', async () => {
  const silent = await startWitness(60_000);
  const { sight } = sightOf([silent.url]);
  const judged = sight.canJudge(performance.now());
  await expect.poll(() => silent.visits).toHaveLength(1);
  sight.noteProof('https://target.farwatch.test/');
  const beganMs = performance.now();
  expect(await judged).toBe(true);
  expect(performance.now() - beganMs).toBeLessThan(20_000);
});

test('a plain answer of a target, and one from a private network, prove nothing', async () => {
  const plain = await startWitness();
  const target = await startTarget();
  const isProof = async (url: string, isPublic: () => boolean) =>
    (await createProbe(guard, isPublic)(url, stop.signal)).isProof;
  expect(await isProof(plain.url, () => true)).toBe(false);
  expect(await isProof(target.url, () => false)).toBe(false);
  expect(await isProof(target.url, () => true)).toBe(true);
});

test('where several hosts fail within a minute only a witness is enough, and without one it does not abstain', async () => {
  const target = await startTarget();
  const { sight, changes } = sightOf([await dead()]);
  sight.noteProof(target.url);
  sight.noteFailure('http://a.farwatch.test/1');
  sight.noteFailure('http://a.farwatch.test/2');
  expect(await sight.canJudge(performance.now())).toBe(true);
  sight.noteFailure('http://b.farwatch.test/');
  expect(await sight.canJudge(performance.now())).toBe(false);
  expect(sight.withoutWitness).toBe(true);
  expect(changes).toEqual([]);
  const witness = await startWitness();
  const seeing = sightOf([witness.url]).sight;
  seeing.noteFailure('http://a.farwatch.test/');
  seeing.noteFailure('http://b.farwatch.test/');
  expect(await seeing.canJudge(performance.now())).toBe(true);
});

test('where nothing is seen it abstains, keeps looking, and sees again by a witness', async () => {
  let asked = 0;
  const port = await httpServer((request, response) => {
    asked += 1;
    if (asked > 3) response.end();
    else request.socket.destroy();
  });
  const { sight, changes } = sightOf([`http://127.0.0.1:${port}/`]);
  expect(await sight.canJudge(performance.now())).toBe(false);
  expect(sight.abstaining).toBe(true);
  await expect.poll(() => changes).toEqual([true, false]);
  expect(asked).toBe(4);
});

test('where it abstains a proof ends that', async () => {
  const { sight, changes } = sightOf([await dead()], { ...FAST, againMs: 60_000 });
  expect(await sight.canJudge(performance.now())).toBe(false);
  sight.noteProof('https://target.farwatch.test/');
  expect(sight.abstaining).toBe(false);
  expect(changes).toEqual([true, false]);
});

test('thousands of findings at once share one look', async () => {
  const witness = await startWitness(20);
  const { sight } = sightOf([witness.url]);
  const sinceMs = performance.now();
  const judged = await Promise.all(Array.from({ length: 5_000 }, () => sight.canJudge(sinceMs)));
  expect(judged).not.toContain(false);
  expect(witness.visits).toHaveLength(1);
});

test('looks that follow each other keep to their rate', async () => {
  const witness = await startWitness();
  const { sight } = sightOf([witness.url], { ...FAST, rate: { burst: 2, perSec: 2 } });
  for (let look = 0; look < 4; look += 1) expect(await sight.canJudge(performance.now())).toBe(true);
  const [first = 0, , third = 0, fourth = 0] = witness.visits;
  expect(third - first).toBeGreaterThan(450);
  expect(fourth - third).toBeGreaterThan(450);
});

test('the two hosts that proved themselves last are remembered', () => {
  const hosts = new RecentHosts();
  for (const url of ['http://a/1', 'http://b/', 'http://a/2', 'http://c/']) hosts.note(url);
  expect(hosts.list()).toEqual(['http://a/2', 'http://c/']);
});
