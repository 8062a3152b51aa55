import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { newFolder } from '../testing/folders.ts';
import { asGrpcReads, canUseProxy, proxyOf } from './proxy.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A proxy that notes each target it is to connect to, and refuses. */
async function startProxy() {
  const targets: string[] = [];
  const server = createServer((_request, response) => response.writeHead(502).end());
  server.on('connect', (request, socket) => {
    targets.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return { targets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function runCli(args: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env: { ...process.env, ...env } }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('what goes through a proxy', () => {
  test('are the agent’s calls', async () => {
    const [proxy, dir] = [await startProxy(), await newFolder()];
    const args = ['register', 'https://server.farwatch.test/agent/register?code=x', '--dir', dir];
    const { err } = await runCli(args, { HTTPS_PROXY: proxy.url });
    expect(err).toContain('https://server.farwatch.test does not answer.');
    expect(proxy.targets).toEqual(['server.farwatch.test:443']);
  });

  test('also over http, with its answers', async () => {
    const server = createServer((request, response) => response.end(`{"path":"${request.url}"}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => server.close());
    const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const dir = await newFolder();
    const args = ['register', 'http://server.farwatch.test/agent/register?code=x', '--dir', dir];
    const { err } = await runCli(args, { HTTP_PROXY: proxy });
    expect(err).toContain('http://server.farwatch.test is not a Farwatch server.');
  });

  test('is not what NO_PROXY names', async () => {
    const [proxy, dir] = [await startProxy(), await newFolder()];
    const args = ['register', 'https://server.farwatch.test/agent/register?code=x', '--dir', dir];
    await runCli(args, { HTTPS_PROXY: proxy.url, NO_PROXY: '.farwatch.test' });
    expect(proxy.targets).toEqual([]);
  });

  test('is never a check', async () => {
    const proxy = await startProxy();
    const port = await httpServer((_request, response) => response.end('All is well'));
    const site = `http://127.0.0.1:${port}/`;
    const env = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
    const { code } = await runCli(['check', site, '--allow-private', '--reference-site', site], env);
    expect({ code, targets: proxy.targets }).toEqual({ code: 0, targets: [] });
  });
});

test.each([
  [{}, {}],
  [{ HTTPS_PROXY: 'http://p:1' }, { https_proxy: 'http://p:1' }],
  [{ HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, {}],
  [{ NO_PROXY: '.farwatch.test' }, { no_proxy: '.farwatch.test' }],
  [{ HTTP_PROXY: '' }, {}],
])('%j is also set, as gRPC reads it: %j', (env, more) => {
  expect(asGrpcReads(env)).toEqual(more);
});

test.each([
  ['v20.20.2', false],
  ['v22.20.0', false],
  ['v22.21.0', true],
  ['v23.11.0', false],
  ['v24.4.1', false],
  ['v24.9.0', true],
  ['v25.0.0', true],
])('Node %s can use a proxy: %s', (version, able) => {
  expect(canUseProxy(version)).toBe(able);
});

test.each([
  [{}, null],
  [{ HTTPS_PROXY: 'http://user:secret@p.farwatch.test:3128' }, 'http://p.farwatch.test:3128'],
  [{ http_proxy: 'http://p.farwatch.test:3128' }, null],
  [{ https_proxy: 'nonsense' }, 'nonsense'],
])('%j is shown as %s', (env, shown) => {
  expect(proxyOf(env)).toBe(shown);
});
