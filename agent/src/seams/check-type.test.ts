import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { WITH_TCP } from '@farwatch/core/testing/sample-check-type';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addressPolicy, createGuard } from '../guard/guard.ts';
import type { Probe } from '../probe/probe.ts';
import { PROBES } from '../probe/table.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';

/** A check that is done once the port is reached. */
const tcpProbe: Probe = async (url) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const error = await once(socket, 'connect').then(
    () => null,
    () => 'refused' as const,
  );
  socket.destroy();
  const phases = { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: null, bodyMs: null };
  return { ms: 1, statusCode: null, error, localFailure: null, isProof: false, certificateEndsAtMs: null, phases };
};

// One more kind of check: its line in core's table, and its line in that of the probes.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/check-types/table', () => WITH_TCP);
  vi.doMock('../probe/table.ts', () => ({ PROBES: { ...PROBES, tcp: () => tcpProbe } }));
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/check-types/table');
  vi.doUnmock('../probe/table.ts');
});

it('is checked by its own probe and judged as all are; URLs are checked as before', async () => {
  const { createProbeByKind } = await import('../probe/probe-by-kind.ts');
  const probe = createProbeByKind(createGuard(addressPolicy(true, () => new Set())));
  const { signal } = new AbortController();
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = await probe(`tcp://127.0.0.1:${port}`, signal);
  server.close();
  await once(server, 'close');
  const closed = await probe(`tcp://127.0.0.1:${port}`, signal);
  expect([open, closed]).toMatchObject([
    { error: null, statusCode: null },
    { error: 'refused', statusCode: null },
  ]);
  const up = confirm(NO_VERDICT, { ...open, atMs: 1_000 }, 1_001);
  const doubt = confirm(up.state, { ...closed, atMs: 2_000 }, 2_001);
  const down = confirm(doubt.state, { ...closed, atMs: 4_000 }, 4_001);
  expect([up.became, doubt.became, down.became]).toEqual(['up', null, 'down']);
  expect(down.state.verdict).toMatchObject({ up: false, error: 'refused' });
  expect(await probe(`http://127.0.0.1:${port}/`, signal)).toMatchObject({ error: 'refused' });
});
