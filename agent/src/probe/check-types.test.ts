import type { Socket } from 'node:net';
import net from 'node:net';
import tls from 'node:tls';
import { type CheckOptions, checkOptionsSchema } from '@farwatch/core/values/check-options';
import type { DomainCheck } from '@farwatch/core/values/check-types/domain';
import type { HeartbeatCheck } from '@farwatch/core/values/check-types/heartbeat';
import type { AgentCheckType } from '@farwatch/core/values/url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addressPolicy } from '../network/address-policy.ts';
import type { NetworkOptions } from '../network/guarded-network.ts';
import { canPing } from '../network/ping.ts';
import { anyNetwork } from '../network/testing/any-network.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';
import { createRunCheck } from './check.ts';
import type { Phases } from './phase-timer.ts';
import { answerTo, rawDns } from './testing/raw-dns.ts';
import { httpServer, listen } from './testing/servers.ts';
import { trustedCertificate } from './testing/trusted.ts';
import { webSocketServer } from './testing/web-socket-server.ts';

vi.setConfig({ testTimeout: 30_000 });

const identity = trustedCertificate();
afterAll(() => identity.forget());
const hasPing = await canPing();
const { signal } = new AbortController();
/** A group without members (RFC 2365), so there is no reply. */
const NO_HOST = '239.255.255.251';

type Target = {
  url: string;
  check?: Exclude<CheckOptions, HeartbeatCheck | DomainCheck>;
  network?: Partial<NetworkOptions>;
};
type Switch = { isUp: boolean };

const bareServer = (onSocket: (socket: Socket) => void) =>
  listen(
    net.createServer((socket) => onSocket(socket.on('error', () => undefined))),
    '127.0.0.1',
  );

/** A target of each type that a switch turns off, and how a check of it then fails. */
const TARGETS: Record<AgentCheckType, { down: string; phases: string[]; start: (is: Switch) => Promise<Target> }> = {
  http: {
    down: 'status',
    phases: ['connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await httpServer((_request, response) => response.writeHead(is.isUp ? 200 : 503).end('well'));
      return { url: `http://127.0.0.1:${port}/` };
    },
  },
  tcp: {
    down: 'text',
    phases: ['connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await bareServer((socket) => socket.end(is.isUp ? 'SSH-2.0-OpenSSH_9.9\r\n' : 'Go away\r\n'));
      return { url: `tcp://127.0.0.1:${port}`, check: { type: 'tcp', banner: 'SSH-2.0' } };
    },
  },
  tls: {
    down: 'reset',
    phases: ['dnsMs', 'connectMs', 'tlsMs'],
    start: async (is) => {
      const server = tls.createServer(identity);
      server.on('connection', (socket: Socket) => is.isUp || socket.destroy());
      server.on('tlsClientError', () => undefined);
      return { url: `tls://localhost:${await listen(server, '127.0.0.1')}` };
    },
  },
  dns: {
    down: 'noRecord',
    phases: ['dnsMs'],
    start: async (is) => {
      const records = [{ type: 1, data: Buffer.of(192, 0, 2, 7) }];
      const resolver = await rawDns((query) => (is.isUp ? answerTo(query, records) : answerTo(query, [], 3)));
      return { url: 'dns://farwatch.test', check: { type: 'dns', expected: ['192.0.2.7'], resolver } };
    },
  },
  icmp: {
    down: 'timeout',
    phases: ['dnsMs', 'firstByteMs'],
    start: async (is) => ({
      url: 'icmp://host.farwatch.test',
      network: { resolve: async () => [{ address: is.isUp ? '127.0.0.1' : NO_HOST, family: 4 }] },
    }),
  },
  ws: {
    down: 'status',
    phases: ['connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await webSocketServer(
        (socket) => socket.on('message', (data) => socket.send(`you said ${String(data)}`)),
        () => !is.isUp,
      );
      return { url: `ws://127.0.0.1:${port}/`, check: { type: 'ws', send: 'hello', expect: 'said hello' } };
    },
  },
};

const names = Object.keys(TARGETS) as AgentCheckType[];
const runnable = names.filter((name) => name !== 'icmp' || hasPing);
const reached = (phases: Phases) => Object.entries(phases).flatMap(([name, ms]) => (ms === null ? [] : [name]));

describe.each(runnable)('a check of the type %s', (name) => {
  const { down, phases: expectedPhases, start } = TARGETS[name];

  it('is up, down and up again, with its phases', async () => {
    const is = { isUp: true };
    const { url, check = null, network } = await start(is);
    const run = createRunCheck(anyNetwork(network));
    const up = await run({ url, check }, signal);
    is.isUp = false;
    const failed = await run({ url, check }, signal);
    const again = await run({ url, check }, signal);
    is.isUp = true;
    const recovered = await run({ url, check }, signal);
    expect([up, failed, again, recovered].map(({ error, localFailure }) => [error, localFailure])).toEqual([
      [null, null],
      [down, null],
      [down, null],
      [null, null],
    ]);
    expect(reached(up.phases)).toEqual(expectedPhases);
    const sumMs = Object.values(up.phases).reduce((sum: number, ms) => sum + (ms ?? 0), 0);
    expect(sumMs).toBeLessThanOrEqual(up.ms + 1);
    expect(sumMs).toBeGreaterThan(up.ms - 100);
    const first = confirm(NO_VERDICT, { ...up, atMs: 1_000 }, 1_001);
    const unconfirmed = confirm(first.state, { ...failed, atMs: 2_000 }, 2_001);
    const verdict = confirm(unconfirmed.state, { ...again, atMs: 4_000 }, 4_001);
    expect([first.confirmed, unconfirmed.confirmed, verdict.confirmed]).toEqual(['up', null, 'down']);
  });

  it('is unsupported with options of another type', async () => {
    const { url } = await start({ isUp: true });
    const check: CheckOptions = name === 'tcp' ? { type: 'dns' } : { type: 'tcp', banner: 'x' };
    expect(await createRunCheck(anyNetwork())({ url, check }, signal)).toMatchObject({ localFailure: 'unsupported' });
  });
});

/** A target of each type that takes whatever comes and never says anything. */
const SILENT: Record<AgentCheckType, () => Promise<Target>> = {
  http: async () => ({ url: `http://127.0.0.1:${await bareServer(() => undefined)}/`, check: {} }),
  tcp: async () => ({
    url: `tcp://127.0.0.1:${await bareServer(() => undefined)}`,
    check: { type: 'tcp', banner: 'SSH' },
  }),
  tls: async () => ({ url: `tls://127.0.0.1:${await bareServer(() => undefined)}`, check: { type: 'tls' } }),
  dns: async () => ({ url: 'dns://farwatch.test', check: { type: 'dns', resolver: await rawDns(() => null) } }),
  icmp: async () => ({ url: `icmp://${NO_HOST}`, check: { type: 'icmp' } }),
  ws: async () => ({ url: `ws://127.0.0.1:${await bareServer(() => undefined)}/`, check: { type: 'ws' } }),
};

it.each(runnable)('a check of the type %s ends when its time is up', async (name) => {
  const { url, check = {} } = await SILENT[name]();
  const result = await createRunCheck(anyNetwork())({ url, check: { ...check, timeoutMs: 1_000 } }, signal);
  expect(result).toMatchObject({ error: 'timeout', localFailure: null });
  expect(result.ms).toBeGreaterThanOrEqual(990);
  expect(result.ms).toBeLessThan(1_500);
});

it.each(runnable)('a slow check of the type %s is down for that', async (name) => {
  const { url, check = {}, network } = await TARGETS[name].start({ isUp: true });
  const late = async (host: string) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await network?.resolve?.(host)) ?? [{ address: '127.0.0.1', family: 4 }];
  };
  // Its name takes a while to resolve, where it has one.
  const byName = url.replace(/\/\/(127\.0\.0\.1|localhost)/, '//localhost');
  const run = createRunCheck(anyNetwork({ ...network, resolve: late }));
  const options = JSON.stringify({ type: name, ...check, maxResponseMs: 1 });
  const slow = checkOptionsSchema.parse(JSON.parse(options.replace('"resolver":"127.0.0.1', '"resolver":"localhost')));
  expect(await run({ url: byName, check: slow }, signal)).toMatchObject({ error: 'slow', localFailure: null });
});

/** What a check of each type would contact, at a host. */
const AT: Record<AgentCheckType, (host: string) => Target> = {
  http: (host) => ({ url: `http://${host}:8080/` }),
  tcp: (host) => ({ url: `tcp://${host}:22` }),
  tls: (host) => ({ url: `tls://${host}:443`, check: { type: 'tls', startTls: 'smtp' } }),
  dns: (host) => ({ url: 'dns://farwatch.test', check: { type: 'dns', resolver: `${host}:5353` } }),
  icmp: (host) => ({ url: `icmp://${host}` }),
  ws: (host) => ({ url: `ws://${host}:8080/` }),
};
const REFUSED: [host: string, resolvesTo: string][] = [
  ['127.0.0.1', '8.8.8.8'],
  ['[::ffff:127.0.0.1]', '8.8.8.8'],
  ['169.254.169.254', '8.8.8.8'],
  ['rebind.farwatch.test', '10.0.0.1'],
  ['blocked.farwatch.test', '8.8.8.8'],
];

it.each(names.flatMap((name) => REFUSED.map((host) => [name, ...host] as const)))(
  'a check of the type %s never contacts %s, where names resolve to %s',
  async (name, host, address) => {
    const network = anyNetwork({
      admitsAddress: addressPolicy(false, () => new Set()),
      resolve: async () => [{ address, family: 4 }],
      isBlocked: (each) => each === 'blocked.farwatch.test',
    });
    const { url, check = null } = AT[name](host);
    expect(await createRunCheck(network)({ url, check }, signal)).toMatchObject({
      error: 'address',
      localFailure: 'refused-address',
    });
  },
);
