import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { RESOLVE } from './limits.ts';
import { ResolveError } from './resolve-error.ts';
import { createResolver, knowsServers, parseHosts, parseResolvConf, type ResolverOptions, wayFor } from './resolver.ts';
import { startDnsServer } from './testing/dns-server.ts';
import type { DnsReply } from './testing/start-dns.ts';

const folder = mkdtempSync(join(tmpdir(), 'resolve-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

/** Timers end only by `advance`, so that a busy machine makes nothing late. */
function holdTimers(): { advance: (ms: number) => Promise<unknown> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { advance: (ms) => vi.advanceTimersByTimeAsync(ms) };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const none = file('none', '');
const isolated: ResolverOptions = { hosts: none, resolvConf: none, hasIpv6: () => false };
const v4 = (address: string) => ({ address, family: 4 });
const v6 = (address: string) => ({ address, family: 6 });
const failureOf = (answer: Promise<unknown>) => answer.catch((error) => error instanceof ResolveError && error.kind);

/** A resolver whose server sends this reply for every name. */
async function resolverOf(reply: DnsReply, options: ResolverOptions = {}) {
  const { server, queries } = await startDnsServer(() => reply);
  return { resolve: createResolver({ ...isolated, servers: [server], ...options }), queries };
}

test.each([
  [true, [v6('2001:db8::1'), v4('192.0.2.1'), v4('192.0.2.2')]],
  [false, [v4('192.0.2.1'), v4('192.0.2.2'), v6('2001:db8::1')]],
])('resolves both families; IPv6 of this machine: %s', async (hasIpv6, expected) => {
  const reply = { addresses: ['2001:db8::1', '192.0.2.1', '192.0.2.2'] };
  const { resolve } = await resolverOf(reply, { hasIpv6: () => hasIpv6 });
  expect(await resolve('both.farwatch.test')).toEqual(expected);
});

test('repeats a truncated query over TCP', async () => {
  const { resolve } = await resolverOf({ addresses: ['192.0.2.1'], isTruncated: true });
  expect(await resolve('long.farwatch.test')).toEqual([v4('192.0.2.1')]);
});

test('accepts a response that arrives after later attempts', async () => {
  const { resolve, queries } = await resolverOf({ addresses: ['192.0.2.1'], afterMs: 2_200 });
  const { advance } = holdTimers();
  const answer = resolve('slow.farwatch.test');
  for (const [sent, untilNextMs] of [
    [2, 700],
    [4, 1_100],
    [6, 400],
  ] as const) {
    await expect.poll(() => queries.length).toBe(sent);
    await advance(untilNextMs);
  }
  expect(await answer).toEqual([v4('192.0.2.1')]);
});

test('does not wait for AAAA if the server ignores it', async () => {
  const { server } = await startDnsServer(({ family }) => (family === 6 ? 'ignore' : { addresses: ['192.0.2.1'] }));
  const resolve = createResolver({ ...isolated, servers: [server] });
  expect(await resolve('four.farwatch.test')).toEqual([v4('192.0.2.1')]);
});

test('resolves a name with IPv6 only', async () => {
  const { resolve } = await resolverOf({ addresses: ['2001:db8::1'] });
  expect(await resolve('six.farwatch.test')).toEqual([v6('2001:db8::1')]);
});

test.each<[DnsReply, string]>([
  ['NXDOMAIN', 'missing'],
  [{ addresses: [] }, 'missing'],
  ['SERVFAIL', 'failed'],
  ['REFUSED', 'failed'],
])('%j is %s', async (reply, kind) => {
  const { resolve } = await resolverOf(reply);
  expect(await failureOf(resolve('host.farwatch.test'))).toBe(kind);
});

test('a server that stays silent is timeout', async () => {
  const { resolve } = await resolverOf('ignore');
  const { advance } = holdTimers();
  const answer = failureOf(resolve('host.farwatch.test'));
  await advance(RESOLVE.totalMs);
  expect(await answer).toBe('timeout');
});

test('reports an unreachable server as a failure of its own network', async () => {
  expect(await failureOf(createResolver({ ...isolated, servers: ['127.0.0.1:1'] })('host.farwatch.test'))).toBe(
    'own-network',
  );
});

test.each<[string, DnsReply | null]>([
  ['is not there', null],
  ['is silent', 'ignore'],
  ['fails', 'SERVFAIL'],
  ['refuses', 'REFUSED'],
])('queries the second server if the first %s', async (_what, reply) => {
  const first = reply === null ? '127.0.0.1:1' : (await startDnsServer(() => reply)).server;
  const second = await startDnsServer(() => ({ addresses: ['192.0.2.1'] }));
  const resolve = createResolver({ ...isolated, servers: [first, second.server] });
  expect(await resolve('host.farwatch.test')).toEqual([v4('192.0.2.1')]);
});

test('shares a running lookup among callers, and starts a new one later', async () => {
  const { resolve, queries } = await resolverOf({ addresses: ['192.0.2.1'], afterMs: 50 });
  const answers = await Promise.all([resolve('host.farwatch.test'), resolve('HOST.farwatch.test')]);
  expect(answers).toEqual([[v4('192.0.2.1')], [v4('192.0.2.1')]]);
  expect(queries).toHaveLength(2);
  await resolve('host.farwatch.test');
  expect(queries).toHaveLength(4);
});

test('900 names without a response do not delay others', async () => {
  const { server } = await startDnsServer(({ name }) =>
    name.startsWith('dead') ? 'ignore' : { addresses: ['192.0.2.1'] },
  );
  const resolve = createResolver({ ...isolated, servers: [server] });
  const { advance } = holdTimers();
  let given = 0;
  const dead = Array.from({ length: 900 }, async (_, index) => {
    const kind = await failureOf(resolve(`dead${index}.farwatch.test`));
    given += 1;
    return kind;
  });
  const answers = Array.from({ length: 100 }, (_, index) => resolve(`well${index}.farwatch.test`));
  await advance(0);
  const well = await Promise.all(answers);
  expect(well).toEqual(well.map(() => [v4('192.0.2.1')]));
  expect(given).toBe(0);
  await advance(RESOLVE.totalMs);
  expect(new Set(await Promise.all(dead))).toEqual(new Set(['timeout']));
});

test('uses the hosts file first, and reads it again when it changes', async () => {
  const hosts = file('hosts', '192.0.2.7 nas.farwatch.test NAS # at home\n');
  const { resolve } = await resolverOf('NXDOMAIN', { hosts });
  expect(await resolve('nas.farwatch.test')).toEqual([v4('192.0.2.7')]);
  expect(await resolve('nas')).toEqual([v4('192.0.2.7')]);
  file('hosts', '192.0.2.8 nas.farwatch.test other.farwatch.test\n');
  await expect.poll(() => failureOf(resolve('nas.farwatch.test'))).toEqual([v4('192.0.2.8')]);
});

test('applies search domains only to names that do not exist', async () => {
  const { server } = await startDnsServer(({ name }) =>
    name === 'grafana.lan.farwatch.test' ? { addresses: ['192.0.2.1'] } : 'NXDOMAIN',
  );
  const resolvConf = file('search', 'search corp.farwatch.test farwatch.test\n');
  const resolve = createResolver({ ...isolated, servers: [server], resolvConf });
  expect(await resolve('grafana.lan')).toEqual([v4('192.0.2.1')]);
  expect(await failureOf(resolve('grafana.lan.'))).toBe('missing');
  expect(await failureOf(resolve('gone.lan'))).toBe('missing');
});

test('queues lookups of the system separately, with a time limit', async () => {
  const hanging: string[] = [];
  const lookup = (name: string) => {
    hanging.push(name);
    return new Promise<never>(() => undefined);
  };
  const { resolve } = await resolverOf({ addresses: ['192.0.2.1'] }, { lookup });
  const { advance } = holdTimers();
  const printers = Array.from({ length: 20 }, (_, index) => failureOf(resolve(`printer${index}.local`)));
  const well = resolve('well.farwatch.test');
  await advance(0);
  expect(await well).toEqual([v4('192.0.2.1')]);
  await advance(RESOLVE.totalMs);
  const kinds = await Promise.all(printers);
  expect(kinds.filter((kind) => kind === 'timeout')).toHaveLength(RESOLVE.systemLookups);
  expect(kinds.filter((kind) => kind === 'own-network')).toHaveLength(20 - RESOLVE.systemLookups);
  const again = failureOf(resolve('printer0.local'));
  await advance(RESOLVE.totalMs);
  expect(await again).toBe('timeout');
  expect(hanging).toHaveLength(RESOLVE.systemLookups);
});

test.each([
  ['ENOTFOUND', 'missing'],
  ['EAI_AGAIN', 'failed'],
  ['EMFILE', 'own-network'],
])('the system’s %s is %s', async (code, kind) => {
  const { resolve } = await resolverOf('NXDOMAIN', {
    lookup: () => Promise.reject(Object.assign(new Error(), { code })),
  });
  expect(await failureOf(resolve('nas.local'))).toBe(kind);
});

test.each([
  ['farwatch.test', true, 'dns'],
  ['farwatch.test', false, 'system'],
  ['nas', true, 'system'],
  ['nas.local', true, 'system'],
  ['local.farwatch.test', true, 'dns'],
  ['localhost', false, 'loopback'],
  ['a.localhost', true, 'loopback'],
  ['named.farwatch.test', true, 'hosts'],
])('%s, with servers %s, is resolved by %s', (name, hasServers, way) => {
  expect(wayFor(name, parseHosts('192.0.2.1\tnamed.farwatch.test'), hasServers)).toBe(way);
});

const ONLY_DEFAULT = ['127.0.0.1'];
test.each([
  ['empty', '', ONLY_DEFAULT, false],
  ['commented', '# nameserver 8.8.8.8\n; nameserver 8.8.4.4\n', ONLY_DEFAULT, false],
  ['with options only', 'options ndots:2 timeout:1\nsearch lan\n', ONLY_DEFAULT, false],
  ['with a broken server', 'nameserver dns.farwatch.test\nnameserver\n', ONLY_DEFAULT, false],
  ['with a server of this machine', 'nameserver 127.0.0.1\n', ONLY_DEFAULT, true],
  ['of Windows line ends', 'nameserver 192.168.1.1\r\noptions edns0\r\n', ['192.168.1.1'], true],
  ['with a link-local server that c-ares does not take', 'nameserver fe80::1%wlan0\n', ONLY_DEFAULT, false],
  ['with a link-local server', 'nameserver fe80::1%wlan0\n', ['fe80::1%wlan0'], true],
  ['of another place', '', ['8.8.8.8'], true],
])('a resolv.conf %s', (_what, text, found, expected) => {
  expect(knowsServers(parseResolvConf(text).servers, found)).toBe(expected);
});

test('uses the system’s lookup until there is a resolv.conf', async () => {
  const resolvConf = join(folder, 'later');
  const systemAddresses = [v4('192.0.2.9')];
  const names: string[] = [];
  const lookup = async (name: string) => {
    names.push(name);
    return systemAddresses;
  };
  const resolve = createResolver({ ...isolated, resolvConf, found: () => ONLY_DEFAULT, lookup });
  expect(await resolve('phone.farwatch.test')).toEqual(systemAddresses);
  file('later', 'nameserver 127.0.0.1\n');
  await expect.poll(() => failureOf(resolve('missing.invalid'))).not.toEqual(systemAddresses);
  expect(names[0]).toBe('phone.farwatch.test');
});
