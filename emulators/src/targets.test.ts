import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
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
const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { method: 'POST', headers, redirect: 'manual' });

it.each([
  ['/ok', 200, 'All is well'],
  ['/error', 503, 'Out of order'],
  ['/nothing', 404, 'Not found'],
  ['/site/a$b', 404, 'Not found'],
])('%s answers %i', async (path, status, title) => {
  expect(await get(path)).toMatchObject({ status, body: expect.stringContaining(`<title>${title}</title>`) });
});

it('a site is up until it is switched, on the list page too', async () => {
  expect(await get('/site/web-shop')).toMatchObject({ status: 200, body: expect.stringContaining('Web shop') });
  const { status, headers } = await post('/site/web-shop/down', { accept: 'text/html,*/*' });
  expect([status, headers.get('location')]).toEqual([303, '/']);
  expect((await get('/site/web-shop')).status).toBe(503);
  expect((await get('/')).body).toContain('action="/site/web-shop/up"');
  expect((await get('/site/web-shop/up')).status).toBe(405);
  await post('/site/web-shop/up');
  expect((await get('/site/web-shop')).status).toBe(200);
});

it.each([
  ['/site/search', 206],
  ['/slow', 800],
])('%s takes about as long as in its seeded history', async (path, typicalMs) => {
  const start = performance.now();
  // A plain timer is as late as anything on a busy machine.
  const [took = 0, timer = 0] = await Promise.all(
    [get(path), sleep(typicalMs)].map(async (each) => {
      await each;
      return performance.now() - start;
    }),
  );
  expect(took).toBeGreaterThan(typicalMs * 0.8);
  expect(took - timer).toBeLessThan(1_500);
});

it.each<[name: string, init: RequestInit, up: number, down: number]>([
  ['post-only', { method: 'POST', body: 'an order' }, 200, 405],
  ['api-key', { headers: { 'x-api-key': 'demo-key' } }, 200, 401],
  ['basic', { headers: { authorization: 'Basic ZGVtbzpsZXQtbWUtaW4=' } }, 200, 401],
  ['bearer', { headers: { authorization: 'Bearer demo-token' } }, 200, 401],
  ['teapot', {}, 418, 200],
  ['moved', { redirect: 'manual' }, 301, 200],
  ['chain', {}, 200, 503],
])('the case %s is up only for the right request, until it is switched', async (name, init, up, down) => {
  const statusOf = async () => (await fetch(`${server.origin}/case/${name}`, init)).status;
  expect(await statusOf()).toBe(up);
  await post(`/case/${name}/down`);
  expect(await statusOf()).toBe(down);
  await post(`/case/${name}/up`);
  expect(await statusOf()).toBe(up);
});

it.each([
  ['text', 'All systems go', 'database error'],
  ['compressed', 'All systems go', 'database error'],
  ['json', '"status":"ok"', '"status":"degraded"'],
])('the case %s answers 200 with another text', async (name, up, down) => {
  expect((await get(`/case/${name}`)).body).toContain(up);
  await post(`/case/${name}/down`);
  expect(await get(`/case/${name}`)).toMatchObject({ status: 200, body: expect.stringContaining(down) });
  await post(`/case/${name}/up`);
});

it.each(['tcp', 'smtp', 'dns', 'ws'])('the target of %s has a switch', async (name) => {
  expect((await get('/')).body).toContain(`action="/protocol/${name}/down"`);
  expect((await post(`/protocol/${name}/down`)).status).toBe(200);
  expect((await get('/')).body).toContain(`action="/protocol/${name}/up"`);
  await post(`/protocol/${name}/up`);
});

it('the targets of other check types work until they are switched', async () => {
  const { body } = await get('/');
  const [, url = ''] = /(ws:\/\/127\.0\.0\.1:\d+\/)/.exec(body) ?? [];
  const opens = () =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(url);
      socket.on('error', () => resolve(false));
      socket.on('open', () => {
        socket.close();
        resolve(true);
      });
    });
  const [, port = ''] = /tcp:\/\/127\.0\.0\.1:(\d+)/.exec(body) ?? [];
  const banner = async () => String(await connect(Number(port), '127.0.0.1').toArray());
  expect([await opens(), await banner()]).toEqual([true, expect.stringContaining('SSH-2.0')]);
  await Promise.all([post('/protocol/ws/down'), post('/protocol/tcp/down')]);
  expect([await opens(), await banner()]).toEqual([false, 'out of order\r\n']);
  await Promise.all([post('/protocol/ws/up'), post('/protocol/tcp/up')]);
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
