import { afterAll, describe, expect, test } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { closedPort, httpServer, httpsServer } from '../probe/testing/servers.ts';
import { trustedCertificate } from '../probe/testing/trusted.ts';
import { createResolver } from '../resolve/resolver.ts';
import { startDnsServer } from '../resolve/testing/dns-server.ts';
import type { DnsReply } from '../resolve/testing/start-dns.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

const SOON = { interval: 10 };
const trusted = trustedCertificate();
afterAll(trusted.forget);

/**
 * A network whose gateway answers all plain HTTP itself, as a captive portal, and cuts the rest, while `isCaptive`. The
 * reference site answers once `held` is over.
 */
async function startNetwork() {
  const network = {
    isCaptive: false,
    isSilent: false,
    isWellDown: false,
    captiveAnswers: Number.POSITIVE_INFINITY,
    held: Promise.resolve(),
  };
  const isDown = (host: string) => host.startsWith('dead') || (network.isWellDown && host.startsWith('well'));
  const port = await httpServer(async (request, response) => {
    if (request.headers.host?.startsWith('reference')) await network.held;
    if (network.isCaptive && request.headers.host?.startsWith('well')) {
      network.captiveAnswers -= 1;
      network.isCaptive = network.captiveAnswers > 0;
      response.writeHead(511).end('Please sign in');
    } else if (network.isCaptive) response.writeHead(request.url === '/redirected' ? 302 : 200).end('Please sign in');
    else if (isDown(request.headers.host ?? '')) response.writeHead(503).end();
    else response.end('well');
  });
  const tlsPort = await httpsServer(trusted, (request, response) => {
    if (network.isCaptive) request.socket.destroy();
    else response.end('well');
  });
  const replyFor = (): DnsReply => (network.isSilent ? 'ignore' : { addresses: ['127.0.0.1'] });
  const { server } = await startDnsServer(replyFor);
  const resolve = createResolver({ servers: [server] });
  const reference = `http://reference.farwatch.test:${port}/ 200 well`;
  return { network, port, tlsPort, resolve, reference };
}

const requestNow = (endpoints: string[]) => Object.fromEntries(endpoints.map((id) => [id, Date.now()]));

describe('what the own network does', () => {
  test('a captive portal makes no dead target up and no healthy one down', async () => {
    const { network, port, tlsPort, resolve, reference } = await startNetwork();
    const { watcher, changes, abstained } = startWatcher([reference], 1_000, resolve);
    const urls = {
      dead: `http://dead.farwatch.test:${port}/`,
      plain: `http://well.farwatch.test:${port}/`,
      secure: `https://localhost:${tlsPort}/`,
    };
    watcher.assign([assignmentOf(urls)]);
    await expect.poll(changes, SOON).toHaveLength(3);
    expect(changes().sort()).toEqual(['dead down', 'plain up', 'secure up']);
    network.isCaptive = true;
    watcher.checkNow(requestNow(['dead', 'plain', 'secure']));
    await expect.poll(() => abstained, SOON).toEqual([true]);
    watcher.checkNow(requestNow(['dead']));
    network.isCaptive = false;
    await expect.poll(() => abstained, SOON).toEqual([true, false]);
    network.isWellDown = true;
    watcher.checkNow(requestNow(['plain']));
    await expect.poll(changes, SOON).toHaveLength(4);
    expect(changes().at(-1)).toBe('plain down');
  });

  test('a network that is well again as the second failure ends makes nothing down', async () => {
    const { network, port, resolve, reference } = await startNetwork();
    const { watcher, changes, checked } = startWatcher([reference], 1_000, resolve);
    watcher.assign([assignmentOf({ plain: `http://well.farwatch.test:${port}/` })]);
    await expect.poll(changes, SOON).toEqual(['plain up']);
    Object.assign(network, { isCaptive: true, captiveAnswers: 2 });
    watcher.checkNow(requestNow(['plain']));
    await expect.poll(() => network.isCaptive, SOON).toBe(false);
    const before = checked.length;
    await expect.poll(() => checked.slice(before).map(({ result }) => result.error), SOON).toContain(null);
    expect(changes()).toEqual(['plain up']);
  });

  test('a target of the own network that answers is no sign of the internet', async () => {
    const { port, resolve } = await startNetwork();
    const { watcher, changes, abstained, kept } = startWatcher(
      [`http://127.0.0.1:${await closedPort()}/`],
      1_000,
      resolve,
    );
    watcher.assign([
      assignmentOf({
        lan: `http://well.farwatch.test:${port}/`,
        far: `http://far.farwatch.test:${await closedPort()}/`,
      }),
    ]);
    await watcher.round();
    await expect.poll(() => abstained, SOON).toEqual([true]);
    const count = kept.length;
    watcher.checkNow(requestNow(['lan', 'far']));
    await new Promise((resolved) => setTimeout(resolved, 500));
    expect(kept).toHaveLength(count);
    expect(changes()).toEqual([]);
  });

  test('several hosts that fail while looks for proof take long are down at the second check, by the answers of others between', async () => {
    const { network, port, tlsPort, resolve, reference } = await startNetwork();
    const { watcher, changes, kept } = startWatcher([reference], 1_000, resolve, createClock(), () => true);
    const wells = { one: `http://well1.farwatch.test:${port}/`, two: `http://well2.farwatch.test:${port}/` };
    watcher.assign([assignmentOf({ ...wells, secure: `https://localhost:${tlsPort}/` })]);
    await expect.poll(changes, SOON).toHaveLength(3);
    const checksOf = (endpoint: string) => kept.filter(({ check }) => check.endpoint === endpoint);
    const failures = () =>
      ['one', 'two'].map((each) => checksOf(each).filter(({ check }) => check.error !== null).length);
    const answers = Promise.withResolvers<void>();
    Object.assign(network, { isWellDown: true, held: answers.promise });
    watcher.checkNow(requestNow(['one', 'two']));
    await expect.poll(failures, SOON).toEqual([1, 1]);
    watcher.checkNow(requestNow(['secure']));
    await expect.poll(() => checksOf('secure').length, SOON).toBe(2);
    await expect.poll(failures, SOON).toEqual([2, 2]);
    expect(changes()).toHaveLength(3);
    answers.resolve();
    await expect.poll(() => changes().slice(3).sort(), SOON).toEqual(['one down', 'two down']);
    expect(failures()).toEqual([2, 2]);
  });

  test('a resolver that is silent for every name makes nothing down', async () => {
    const { network, port, resolve, reference } = await startNetwork();
    const { watcher, changes, abstained } = startWatcher([reference], 1_000, resolve);
    watcher.assign([assignmentOf({ plain: `http://well.farwatch.test:${port}/` })]);
    await expect.poll(changes, SOON).toEqual(['plain up']);
    network.isSilent = true;
    watcher.checkNow(requestNow(['plain']));
    await expect.poll(() => abstained, SOON).toEqual([true]);
    network.isSilent = false;
    await expect.poll(() => abstained, SOON).toEqual([true, false]);
    expect(changes()).toEqual(['plain up']);
  });

  test('where all reference sites are blocked a single failing host still goes down next to healthy targets, and it is reported', async () => {
    const { network, port, tlsPort, resolve } = await startNetwork();
    const blocked = `http://127.0.0.1:${await closedPort()}/`;
    const { watcher, changes, connectivity, abstained } = startWatcher(
      [blocked],
      1_000,
      resolve,
      createClock(),
      () => true,
    );
    watcher.assign([assignmentOf({ secure: `https://localhost:${tlsPort}/` })]);
    await expect.poll(changes, SOON).toEqual(['secure up']);
    watcher.assign([
      assignmentOf({ secure: `https://localhost:${tlsPort}/`, plain: `http://dead.farwatch.test:${port}/` }),
    ]);
    await expect.poll(changes, SOON).toEqual(['secure up', 'plain down']);
    expect(network.isCaptive).toBe(false);
    expect([connectivity.withoutReference, abstained]).toEqual([true, []]);
  });

  test('where all reference sites are blocked several hosts that go down at once are reported later', async () => {
    const { network, port, tlsPort, resolve } = await startNetwork();
    const blocked = `http://127.0.0.1:${await closedPort()}/`;
    const { watcher, changes } = startWatcher([blocked], 1_000, resolve, createClock(), () => true);
    const urls = { secure: `https://localhost:${tlsPort}/`, one: `http://well1.farwatch.test:${port}/` };
    const all = { ...urls, two: `http://well2.farwatch.test:${port}/` };
    watcher.assign([assignmentOf(all)]);
    await expect.poll(changes, SOON).toHaveLength(3);
    network.isWellDown = true;
    watcher.checkNow(requestNow(['one', 'two']));
    await expect.poll(() => changes().slice(3).sort(), SOON).toEqual(['one down', 'two down']);
  });

  test('a box of the own network that answers for everybody, with certificates that are trusted, makes nothing down', async () => {
    const { network, resolve } = await startNetwork();
    const port = await httpsServer(trusted, (_request, response) => {
      response.writeHead(network.isCaptive ? 502 : 200).end(network.isCaptive ? 'No way out' : 'well');
    });
    const at = (path: string) => `https://localhost:${port}/${path}`;
    const { watcher, changes, abstained } = startWatcher(
      [`${at('w')} 200 well`],
      1_000,
      resolve,
      createClock(),
      () => true,
    );
    watcher.assign([assignmentOf({ one: at('1') })]);
    await expect.poll(changes, SOON).toEqual(['one up']);
    watcher.assign([assignmentOf({ one: at('1'), plain: `http://127.0.0.1:${await closedPort()}/` })]);
    await expect.poll(changes, SOON).toEqual(['one up', 'plain down']);
    network.isCaptive = true;
    watcher.checkNow(requestNow(['one']));
    await expect.poll(() => abstained, SOON).toEqual([true]);
    network.isCaptive = false;
    await expect.poll(() => abstained, SOON).toEqual([true, false]);
    expect(changes()).toEqual(['one up', 'plain down']);
  });
});

describe('local failures', () => {
  test.each<[what: string, url: (port: number) => string, addresses: string[], failure: string]>([
    ['answers 0.0.0.0', (port) => `http://blocked.farwatch.test:${port}/`, ['0.0.0.0'], 'sinkhole'],
    ['answers ::', (port) => `http://blocked.farwatch.test:${port}/`, ['::'], 'sinkhole'],
    ['gets a URL with a password', (port) => `http://a:b@c.farwatch.test:${port}/`, [], 'refused-address'],
  ])('where the resolver %s there is no verdict, which is reported once', async (_what, url, addresses, failure) => {
    const { server } = await startDnsServer(() => ({ addresses }));
    const port = await httpServer((_request, response) => response.end('well'));
    const { watcher, localFailures, checked, kept } = startWatcher([], 1_000, createResolver({ servers: [server] }));
    watcher.assign([assignmentOf({ e1: url(port) })]);
    await watcher.round();
    await expect.poll(() => localFailures, SOON).toEqual([`e1 ${failure}`, `e1 ${failure} urgent`]);
    expect([checked, kept]).toEqual([[], []]);
    expect(watcher.verdicts.withdrawalOf('o1/e1')?.reason).toBe(failure);
  });

  test('an unreachable resolver makes no healthy site down', async () => {
    const port = await httpServer((_request, response) => response.end('well'));
    const closed = `127.0.0.1:${await closedPort()}`;
    const { watcher, localFailures, kept } = startWatcher([], 1_000, createResolver({ servers: [closed] }));
    watcher.assign([assignmentOf({ e1: `http://well.farwatch.test:${port}/` })]);
    await expect.poll(() => localFailures.length, SOON).toBeGreaterThanOrEqual(2);
    expect(new Set(localFailures)).toEqual(new Set(['e1 resolver']));
    expect(kept).toEqual([]);
  });
});
