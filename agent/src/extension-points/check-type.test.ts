import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { WITH_FINGER } from '@farwatch/core/testing/sample-check-type';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressPolicy, type GuardedNetwork } from '../network/guarded-network.ts';
import { anyNetwork } from '../network/testing/any-network.ts';
import type { Probe } from '../probe/probe.ts';
import { PROBES } from '../probe/table.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';

/** A check that succeeds once the port is reached: all that a new check type needs in the agent besides its line. */
const probeFinger: Probe = async (url, { network, signal }) => {
  const { hostname, port } = new URL(url);
  await network.connect({ host: hostname, port: Number(port), signal });
  return {};
};

const { signal } = new AbortController();

/** Checks with one more check type: its line in core's table, and its line in that of the probes. */
async function checkOver(network: GuardedNetwork) {
  const { createRunCheck } = await import('../probe/check.ts');
  const run = createRunCheck(network);
  return (url: string) => run({ url, check: null }, signal);
}

beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/check-types/table', () => WITH_FINGER);
  vi.doMock('../probe/table.ts', () => ({ PROBES: { ...PROBES, finger: probeFinger } }));
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/check-types/table');
  vi.doUnmock('../probe/table.ts');
});

it('is checked by its own probe and gets verdicts, next to other URLs', async () => {
  const check = await checkOver(anyNetwork());
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = await check(`finger://127.0.0.1:${port}`);
  server.close();
  await once(server, 'close');
  const closed = await check(`finger://127.0.0.1:${port}`);
  expect([open, closed]).toMatchObject([
    { error: null, localFailure: null, statusCode: null, phases: { connectMs: expect.any(Number), tlsMs: null } },
    { error: 'refused', localFailure: null, statusCode: null },
  ]);
  const up = confirm(NO_VERDICT, { ...open, atMs: 1_000 }, 1_001);
  const unconfirmed = confirm(up.state, { ...closed, atMs: 2_000 }, 2_001);
  const down = confirm(unconfirmed.state, { ...closed, atMs: 4_000 }, 4_001);
  expect([up.confirmed, unconfirmed.confirmed, down.confirmed]).toEqual(['up', null, 'down']);
  expect(down.state.verdict).toMatchObject({ up: false, error: 'refused' });
  expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'refused' });
});

describe('its probe cannot reach a refused address', () => {
  const admitsAddress = addressPolicy(false, () => new Set());
  it.each([
    ['finger://127.0.0.1:80', '8.8.8.8'],
    ['finger://[::ffff:127.0.0.1]:80', '8.8.8.8'],
    ['finger://169.254.169.254:80', '8.8.8.8'],
    ['finger://rebind.farwatch.test:80', '10.0.0.1'],
    ['finger://metadata.farwatch.test:80', '169.254.169.254'],
  ])('%s, where names resolve to %s', async (url, address) => {
    const resolve = async () => [{ address, family: 4 }];
    const check = await checkOver(anyNetwork({ admitsAddress, resolve }));
    expect(await check(url)).toMatchObject({ error: 'address', localFailure: 'refused-address' });
  });
});

it('is a local failure, not an outage, without a probe in this version', async () => {
  vi.doMock('../probe/table.ts', () => ({ PROBES }));
  vi.resetModules();
  const check = await checkOver(anyNetwork());
  const unsupported = { statusCode: null, localFailure: 'unsupported' };
  expect(await check('finger://127.0.0.1:80')).toMatchObject(unsupported);
  expect(await check('gopher://127.0.0.1/')).toMatchObject(unsupported);
});
