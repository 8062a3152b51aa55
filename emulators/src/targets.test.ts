import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalServer } from './platform/local-server.ts';
import { authorityFile } from './targets/identities.ts';
import type { ProtocolTarget } from './targets/protocols.ts';
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
])('%s takes no less than in its seeded history', async (path, typicalMs) => {
  const start = performance.now();
  await get(path);
  expect(performance.now() - start).toBeGreaterThan(typicalMs * 0.8);
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

it.each(['tcp', 'postgres', 'dns', 'icmp', 'wss', 'wrong-name'])('the target %s has a switch', async (name) => {
  expect((await get('/')).body).toContain(`action="/protocol/${name}/down"`);
  expect((await post(`/protocol/${name}/down`)).status).toBe(200);
  expect((await get('/')).body).toContain(`action="/protocol/${name}/up"`);
  await post(`/protocol/${name}/up`);
});

/** Finds the address of a target by its name. */
async function targetAt(name: string): Promise<URL> {
  const targets = (await (await fetch(`${server.origin}/protocols`)).json()) as ProtocolTarget[];
  return new URL(targets.find((each) => each.name === name)?.url ?? '');
}

it('the targets of other check types work until they are switched', async () => {
  const [web, tcp] = [await targetAt('ws'), await targetAt('tcp')];
  const opens = () =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${web.port}/`);
      socket.on('error', () => resolve(false));
      socket.on('open', () => {
        socket.close();
        resolve(true);
      });
    });
  const banner = async () => String(await connect(Number(tcp.port), '127.0.0.1').toArray());
  expect([await opens(), await banner()]).toEqual([true, expect.stringContaining('SSH-2.0')]);
  await Promise.all([post('/protocol/ws/down'), post('/protocol/tcp/down')]);
  expect([await opens(), await banner()]).toEqual([false, 'out of order\r\n']);
  await Promise.all([post('/protocol/ws/up'), post('/protocol/tcp/up')]);
});

it.each([
  ['expired', 'CERT_HAS_EXPIRED'],
  ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('the certificate of %s is good for who trusts its authority; switched, it is %s', async (name, code) => {
  const { hostname, port } = await targetAt(name);
  const ca = await readFile(authorityFile(server.port));
  const outcome = () =>
    new Promise((resolve) => {
      const socket = connectTls({ host: '127.0.0.1', port: Number(port), servername: hostname, ca }, () => {
        socket.destroy();
        resolve(null);
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
  expect(await outcome()).toBeNull();
  await post(`/protocol/${name}/down`);
  expect(await outcome()).toBe(code);
  await post(`/protocol/${name}/up`);
});

it('its DNS server knows the names of the targets, and none while its own target is switched', async () => {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.port}`]);
  const found = async () => [
    await resolver.resolve4('demo.farwatch.test').catch(({ code }) => code),
    await resolver.resolve4('ping.demo.farwatch.test'),
  ];
  expect(await resolver.resolve4('shop.demo.farwatch.test')).toEqual(['127.0.0.1']);
  expect(await resolver.resolve6('ipv6.demo.farwatch.test')).toEqual(['::1']);
  await expect(resolver.resolve4('ipv6.demo.farwatch.test')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve4('other.farwatch.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(await found()).toEqual([['192.0.2.7'], ['127.0.0.1']]);
  await Promise.all([post('/protocol/dns/down'), post('/protocol/icmp/down')]);
  expect(await found()).toEqual(['ENOTFOUND', ['239.255.255.251']]);
  await Promise.all([post('/protocol/dns/up'), post('/protocol/icmp/up')]);
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
