import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, expect, test } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from './check.ts';
import { type Phases, phasesOf } from './phase-timer.ts';
import { closedPort, http2Server, httpServer, tcpServer } from './testing/servers.ts';

const probe = createRunCheck(anyNetwork());
const check = (url: string) => probe({ url, check: null }, new AbortController().signal);
const usual = getCACertificates();
const trusted = selfSigned(Date.now() - DAY_MS, Date.now() + DAY_MS);
setDefaultCACertificates([...usual, trusted.cert]);
afterAll(() => setDefaultCACertificates(usual));

/** Waits a while; returns how long that was, ms. */
async function wait(): Promise<number> {
  const startedMs = performance.now();
  await sleep(40);
  return performance.now() - startedMs;
}

const sum = (phases: Phases) => Object.values(phases).reduce((all: number, ms) => all + (ms ?? 0), 0);
/** The phases that a check was in. */
const reached = (phases: Phases) => Object.keys(phases).filter((name) => phases[name as keyof Phases] !== null);

test('add up to the check’s time', async () => {
  let [untilHeadMs, untilEndMs] = [0, 0];
  const port = await http2Server(trusted, async (stream) => {
    untilHeadMs = await wait();
    stream.respond({ ':status': 200 });
    untilEndMs = await wait();
    stream.end('ok');
  });
  const { phases, ms } = await check(`https://localhost:${port}/`);
  expect(reached(phases)).toEqual(['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'bodyMs']);
  expect(phases.firstByteMs).toBeGreaterThanOrEqual(untilHeadMs);
  // The answer's first part may arrive late, when the second is on its way already.
  expect(sum(phases)).toBeGreaterThanOrEqual(untilHeadMs + untilEndMs);
  expect(sum(phases)).toBeLessThanOrEqual(ms + 1);
});

test('add up over redirects, without their bodies', async () => {
  const waitedMs: number[] = [];
  const port = await httpServer(async (request, response) => {
    waitedMs.push(await wait());
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end('elsewhere');
    else response.end();
  });
  const { phases } = await check(`http://127.0.0.1:${port}/`);
  expect(waitedMs).toHaveLength(2);
  expect(phases.firstByteMs).toBeGreaterThanOrEqual((waitedMs[0] ?? 0) + (waitedMs[1] ?? 0));
  expect(reached(phases)).toEqual(['connectMs', 'firstByteMs', 'bodyMs']);
});

test('end with the failed one', async () => {
  const silent = await tcpServer((socket) => socket.destroy());
  const cut = await httpServer((_request, response) => {
    response.write('started', () => response.destroy());
  });
  const failing = await httpServer((_request, response) => response.writeHead(503).end('sorry'));
  const reachedAt = async (url: string) => {
    const { error, phases } = await check(url);
    return [error, ...reached(phases)];
  };
  expect(await reachedAt(`http://127.0.0.1:${await closedPort()}/`)).toEqual(['refused', 'connectMs']);
  expect((await reachedAt(`https://127.0.0.1:${silent}/`)).slice(1)).toEqual(['connectMs', 'tlsMs']);
  expect(await reachedAt(`http://127.0.0.1:${silent}/`)).toEqual(['reset', 'connectMs', 'firstByteMs']);
  expect(await reachedAt(`http://127.0.0.1:${cut}/`)).toEqual(['reset', 'connectMs', 'firstByteMs', 'bodyMs']);
  expect(await reachedAt(`http://127.0.0.1:${failing}/`)).toEqual(['status', 'connectMs', 'firstByteMs']);
  expect(await reachedAt('ftp://127.0.0.1/')).toEqual(['protocol']);
});

test('are reported in whole ms, and left out if there are none', () => {
  const none: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, bodyMs: null };
  expect(phasesOf({ ...none, dnsMs: 0.4, connectMs: 12.5, firstByteMs: 9_999.6 })).toEqual([0, 13, null, 10_000, null]);
  expect(phasesOf(none)).toBeUndefined();
});
