import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from '../probe/check.ts';
import { closedPort, httpServer, httpsServer } from '../probe/testing/servers.ts';
import { trustedCertificate } from '../probe/testing/trusted.ts';
import { Connectivity, RecentHosts } from './connectivity.ts';
import { createReferenceCheck, parseReference } from './reference-sites.ts';

const network = anyNetwork();
const probe = createRunCheck(anyNetwork({ isPublic: () => true }));
const trusted = trustedCertificate();
afterAll(trusted.forget);
let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

const FAST = { againMs: 50, everyMs: 60_000, rate: { burst: 100, perSec: 100 }, togetherMs: 60_000 };

function connectivityOf(references: string[], timing = FAST) {
  const changes: boolean[] = [];
  const onChange = (abstaining: boolean) => changes.push(abstaining);
  const parsed = references.flatMap((typed) => parseReference(typed) ?? []);
  return {
    connectivity: new Connectivity({
      references: parsed,
      checkReference: createReferenceCheck(network),
      probe,
      signal: stop.signal,
      onChange,
      timing,
    }),
    changes,
  };
}

const dead = async () => `http://127.0.0.1:${await closedPort()}/`;

/** A reference site that counts its visits. */
async function startReference(answerMs = 0) {
  const visits: number[] = [];
  let open = 0;
  const port = await httpServer((_request, response) => {
    visits.push(performance.now());
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    setTimeout(() => response.end(), answerMs);
  });
  return { url: `http://127.0.0.1:${port}/`, visits, open: () => open };
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
  const { connectivity, changes } = connectivityOf([await dead()]);
  connectivity.noteProof(await dead());
  const foundAtMs = performance.now();
  connectivity.noteProof(await dead());
  expect(await connectivity.canConfirm(foundAtMs)).toBe(true);
  expect(await connectivity.canConfirm(performance.now())).toBe(false);
  expect(changes).toEqual([true]);
});

test('a reference site is checked when no target proved anything since', async () => {
  const reference = await startReference();
  const { connectivity, changes } = connectivityOf([await dead(), reference.url]);
  expect(await connectivity.canConfirm(performance.now())).toBe(true);
  expect(reference.visits).toHaveLength(1);
  expect(connectivity.withoutReference).toBe(false);
  expect(changes).toEqual([]);
});

test('a target that proved itself last is checked where the reference sites are silent, and is not where one answers', async () => {
  const [target, reference] = [await startTarget(), await startReference()];
  const [blocked, open] = [connectivityOf([await dead()]), connectivityOf([reference.url])];
  for (const { connectivity } of [blocked, open]) connectivity.noteProof(target.url);
  expect(await open.connectivity.canConfirm(performance.now())).toBe(true);
  expect(target.visits).toHaveLength(0);
  expect(await blocked.connectivity.canConfirm(performance.now())).toBe(true);
  expect(target.visits).toHaveLength(1);
  expect([blocked.connectivity.withoutReference, open.connectivity.withoutReference]).toEqual([true, false]);
});

test('where the reference sites are known to be silent they are not waited for: a target proves it at once', async () => {
  const [target, silent] = [await startTarget(), await startReference(60_000)];
  const { connectivity, changes } = connectivityOf([silent.url]);
  connectivity.noteProof(target.url);
  const confirm = async () => {
    const startedMs = performance.now();
    expect(await connectivity.canConfirm(startedMs)).toBe(true);
    return performance.now() - startedMs;
  };
  const firstMs = await confirm();
  expect(await confirm()).toBeLessThan(firstMs / 2);
  expect([connectivity.withoutReference, changes]).toEqual([true, []]);
});

test('a proof that comes while it is looked around is enough', async () => {
  const silent = await startReference(60_000);
  const { connectivity } = connectivityOf([silent.url]);
  const confirmed = connectivity.canConfirm(performance.now());
  await expect.poll(() => silent.visits).toHaveLength(1);
  connectivity.noteProof('https://target.farwatch.test/');
  expect(await confirmed).toBe(true);
  expect(silent.open()).toBe(1);
});

test('a plain answer of a target, and one from a private network, prove nothing', async () => {
  const plain = await startReference();
  const target = await startTarget();
  const isProof = async (url: string, isPublic: () => boolean) =>
    (await createRunCheck(anyNetwork({ isPublic }))({ url, check: null }, stop.signal)).isProof;
  expect(await isProof(plain.url, () => true)).toBe(false);
  expect(await isProof(target.url, () => false)).toBe(false);
  expect(await isProof(target.url, () => true)).toBe(true);
});

test('where several hosts fail within a minute only a reference site is enough, and without one it does not abstain', async () => {
  const target = await startTarget();
  const { connectivity, changes } = connectivityOf([await dead()]);
  connectivity.noteProof(target.url);
  connectivity.noteFailure('http://a.farwatch.test/1');
  connectivity.noteFailure('http://a.farwatch.test/2');
  expect(await connectivity.canConfirm(performance.now())).toBe(true);
  connectivity.noteFailure('http://b.farwatch.test/');
  expect(await connectivity.canConfirm(performance.now())).toBe(false);
  expect(connectivity.withoutReference).toBe(true);
  expect(changes).toEqual([]);
  const reference = await startReference();
  const seeing = connectivityOf([reference.url]).connectivity;
  seeing.noteFailure('http://a.farwatch.test/');
  seeing.noteFailure('http://b.farwatch.test/');
  expect(await seeing.canConfirm(performance.now())).toBe(true);
});

test('where nothing is seen it abstains, keeps looking, and sees again by a reference site', async () => {
  let requests = 0;
  const port = await httpServer((request, response) => {
    requests += 1;
    if (requests > 3) response.end();
    else request.socket.destroy();
  });
  const { connectivity, changes } = connectivityOf([`http://127.0.0.1:${port}/`]);
  expect(await connectivity.canConfirm(performance.now())).toBe(false);
  expect(connectivity.abstaining).toBe(true);
  await expect.poll(() => changes).toEqual([true, false]);
  expect(requests).toBe(4);
});

test('where it abstains a proof ends that', async () => {
  const { connectivity, changes } = connectivityOf([await dead()], { ...FAST, againMs: 60_000 });
  expect(await connectivity.canConfirm(performance.now())).toBe(false);
  connectivity.noteProof('https://target.farwatch.test/');
  expect(connectivity.abstaining).toBe(false);
  expect(changes).toEqual([true, false]);
});

test('thousands of findings at once share one look', async () => {
  const reference = await startReference(20);
  const { connectivity } = connectivityOf([reference.url]);
  const sinceMs = performance.now();
  const confirmed = await Promise.all(Array.from({ length: 5_000 }, () => connectivity.canConfirm(sinceMs)));
  expect(confirmed).not.toContain(false);
  expect(reference.visits).toHaveLength(1);
});

test('looks that follow each other keep to their rate', async () => {
  const reference = await startReference();
  const { connectivity } = connectivityOf([reference.url], { ...FAST, rate: { burst: 2, perSec: 2 } });
  for (let look = 0; look < 4; look += 1) expect(await connectivity.canConfirm(performance.now())).toBe(true);
  const [first = 0, , third = 0, fourth = 0] = reference.visits;
  // Half a second apart as they are sent; on a busy machine one arrives late.
  expect(third - first).toBeGreaterThan(300);
  expect(fourth - third).toBeGreaterThan(300);
});

test('at the usual timing no outage waits for a look, of sixty in three minutes that each need two', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const references = [parseReference('https://reference.farwatch.test/')].filter((parsed) => parsed !== null);
    const checkReference = async () => true;
    const options = { references, checkReference, probe, signal: stop.signal, onChange: () => {} };
    const connectivity = new Connectivity(options);
    const waits: Promise<number>[] = [];
    const look = async () => {
      const sinceMs = performance.now();
      await connectivity.canConfirm(sinceMs);
      return performance.now() - sinceMs;
    };
    for (let outage = 0; outage < 60; outage += 1) {
      waits.push(look());
      await vi.advanceTimersByTimeAsync(2_000);
      waits.push(look());
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(Math.max(...(await Promise.all(waits)))).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('the two hosts that proved themselves last are remembered', () => {
  const hosts = new RecentHosts();
  for (const url of ['http://a/1', 'http://b/', 'http://a/2', 'http://c/']) hosts.note(url);
  expect(hosts.list()).toEqual(['http://a/2', 'http://c/']);
});
