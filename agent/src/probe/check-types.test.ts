import { type CheckOptions, checkOptionsSchema } from '@farwatch/core/values/check-options';
import type { AgentCheckType } from '@farwatch/core/values/url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addressPolicy } from '../network/guarded-network.ts';
import { canPing } from '../network/ping.ts';
import { anyNetwork } from '../network/testing/any-network.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';
import { createRunCheck } from './check.ts';
import type { Phases } from './phase-timer.ts';
import { AGENT_TYPES, CHECK_AT, type Checked } from './testing/check-at.ts';
import { rawDns } from './testing/raw-dns.ts';
import { trustedCertificate } from './testing/trusted.ts';
import { bareServer, NO_HOST, TARGET_NAMES, TARGETS } from './testing/type-targets.ts';

vi.setConfig({ testTimeout: 30_000 });

const identity = trustedCertificate(TARGET_NAMES);
afterAll(() => identity.forget());
const hasPing = await canPing();
const { signal } = new AbortController();
const HOST = 'host.farwatch.test';

const runnable = AGENT_TYPES.filter((name) => name !== 'icmp' || hasPing);
const reached = (phases: Phases) => Object.entries(phases).flatMap(([name, ms]) => (ms === null ? [] : [name]));

describe.each(runnable)('a check of the type %s', (name) => {
  const { down, phases: expectedPhases, start } = TARGETS[name];

  it('is up, down and up again, with its phases', async () => {
    const is = { isUp: true };
    const { at, resolve } = await start(is, identity);
    const run = createRunCheck(anyNetwork({ resolve }));
    await run(at(HOST), signal); // loads code
    const up = await run(at(HOST), signal);
    is.isUp = false;
    const failed = await run(at(HOST), signal);
    const again = await run(at(HOST), signal);
    is.isUp = true;
    const recovered = await run(at(HOST), signal);
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
    const { url } = CHECK_AT[name](HOST);
    const check: CheckOptions = name === 'tcp' ? { type: 'dns' } : { type: 'tcp', banner: 'x' };
    expect(await createRunCheck(anyNetwork())({ url, check }, signal)).toMatchObject({ localFailure: 'unsupported' });
  });

  it('is down for being slow', async () => {
    const { at, resolve } = await start({ isUp: true }, identity);
    const late = async (host: string) => {
      await new Promise((resolved) => setTimeout(resolved, 50));
      return resolve(host);
    };
    const { url, check } = at(HOST);
    const slow = checkOptionsSchema.parse({ type: name, ...check, maxResponseMs: 1 });
    const result = await createRunCheck(anyNetwork({ resolve: late }))({ url, check: slow }, signal);
    expect(result).toMatchObject({ error: 'slow', localFailure: null });
  });
});

/** A target of each type that accepts everything and never sends anything. */
const SILENT: Record<AgentCheckType, () => Promise<Checked>> = {
  http: async () => CHECK_AT.http('127.0.0.1', await bareServer(() => undefined)),
  tcp: async () => ({
    ...CHECK_AT.tcp('127.0.0.1', await bareServer(() => undefined)),
    check: { type: 'tcp', banner: 'SSH' },
  }),
  tls: async () => CHECK_AT.tls('127.0.0.1', await bareServer(() => undefined)),
  dns: async () => ({ url: 'dns://farwatch.test', check: { type: 'dns', resolver: await rawDns(() => null) } }),
  icmp: async () => CHECK_AT.icmp(NO_HOST),
  ws: async () => CHECK_AT.ws('127.0.0.1', await bareServer(() => undefined)),
};

it.each(runnable)('a check of the type %s ends when its time is up', async (name) => {
  const { url, check } = await SILENT[name]();
  const hurried = checkOptionsSchema.parse({ type: name, ...check, timeoutMs: 1_000 });
  const result = await createRunCheck(anyNetwork())({ url, check: hurried }, signal);
  expect(result).toMatchObject({ error: 'timeout', localFailure: null });
  expect(result.ms).toBeGreaterThanOrEqual(990);
  expect(result.ms).toBeLessThan(1_500);
});

const REFUSED: [host: string, resolvesTo: string][] = [
  ['127.0.0.1', '8.8.8.8'],
  ['[::ffff:127.0.0.1]', '8.8.8.8'],
  ['169.254.169.254', '8.8.8.8'],
  ['rebind.farwatch.test', '10.0.0.1'],
  ['blocked.farwatch.test', '8.8.8.8'],
];

it.each(AGENT_TYPES.flatMap((name) => REFUSED.map((host) => [name, ...host] as const)))(
  'a check of the type %s never contacts %s, where names resolve to %s',
  async (name, host, address) => {
    const network = anyNetwork({
      admitsAddress: addressPolicy(false, () => new Set()),
      resolve: async () => [{ address, family: 4 }],
      isBlocked: (each) => each === 'blocked.farwatch.test',
    });
    expect(await createRunCheck(network)(CHECK_AT[name](host), signal)).toMatchObject({
      error: 'address',
      localFailure: 'refused-address',
    });
  },
);
