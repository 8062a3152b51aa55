import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalServer } from './platform/local-server.ts';
import { startTargets } from './targets.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTargets(0);
});
afterAll(() => server.close());

const get = async (path: string) => {
  const response = await fetch(`${server.origin}${path}`);
  return { status: response.status, body: await response.text() };
};
const turn = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { method: 'POST', headers, redirect: 'manual' });
const sites = async () => (await fetch(`${server.origin}/sites`)).json();

it.each([
  ['/ok', 200, 'All is well'],
  ['/error', 503, 'Out of order'],
  ['/nothing', 404, 'Not found'],
  ['/site/a$b', 404, 'Not found'],
])('%s answers %i', async (path, status, title) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(`<title>${title}</title>`);
});

it('/slow takes about 800 ms', async () => {
  const start = performance.now();
  const timed = async <T>(what: Promise<T>) => ({ got: await what, took: performance.now() - start });
  // Beside a plain timer, which is as late as anything on a busy machine.
  const [answer, timer] = await Promise.all([timed(get('/slow')), timed(sleep(800))]);
  expect(answer.got.status).toBe(200);
  expect(answer.took).toBeGreaterThan(780);
  expect(answer.took - timer.took).toBeLessThan(2_200);
});

it('/flaky fails each fourth request', async () => {
  const seen: number[] = [];
  for (let index = 0; index < 8; index += 1) seen.push((await get('/flaky')).status);
  expect(seen).toEqual([200, 200, 200, 503, 200, 200, 200, 503]);
});

describe('/site/{name}', () => {
  it('is up until it is switched, each by its own name', async () => {
    expect((await get('/site/web-shop')).status).toBe(200);
    expect(await (await turn('/site/web-shop/down')).json()).toMatchObject({
      name: 'web-shop',
      up: false,
      requests: 1,
    });
    expect((await get('/site/web-shop')).status).toBe(503);
    expect((await get('/site/blog')).body).toContain('<title>Blog</title>');
    expect((await turn('/site/web-shop/up')).status).toBe(200);
    expect(await get('/site/web-shop')).toMatchObject({ status: 200, body: expect.stringContaining('Web shop') });
    expect(await sites()).toMatchObject([
      { name: 'blog', up: true, requests: 1 },
      { name: 'web-shop', up: true, requests: 3 },
    ]);
  });

  it('can be switched before it is ever asked for, and tells since when', async () => {
    const before = Date.now();
    await turn('/site/early/down');
    const since = (await (await turn('/site/early/down')).json()) as { since_ms: number };
    expect(since.since_ms).toBeGreaterThanOrEqual(before);
    expect((await get('/site/early')).status).toBe(503);
  });

  it('is not switched by GET', async () => {
    expect((await get('/site/steady/down')).status).toBe(405);
    expect((await get('/site/steady')).status).toBe(200);
  });

  it('brings a browser back to the list, which has a switch', async () => {
    const answer = await turn('/site/listed/down', { accept: 'text/html,*/*' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect((await get('/')).body).toContain('action="/site/listed/up"');
  });
});

it.each([
  ['/site/search', 206],
  ['/ok', 42],
])('%s takes about as long as in its seeded history', async (path, typicalMs) => {
  const start = performance.now();
  const [took, timer] = await Promise.all(
    [get(path), sleep(typicalMs)].map(async (each) => {
      await each;
      return performance.now() - start;
    }),
  );
  expect(took).toBeGreaterThan(typicalMs * 0.8);
  expect((took ?? 0) - (timer ?? 0)).toBeLessThan(1_000);
});

it('listens on every address that localhost may mean', async () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  for (const host of hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
    const error = await new Promise((resolve) => {
      const socket = connect({ host, port: server.port }, () => resolve(socket.destroy().errored));
      socket.once('error', resolve);
    });
    expect(error).toBeNull();
  }
});

it('refuses a port that is taken', async () => {
  await expect(startTargets(server.port)).rejects.toThrow('EADDRINUSE');
});
