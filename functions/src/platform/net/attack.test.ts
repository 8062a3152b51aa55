import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PostError, post } from './post.ts';

/** The target of an attacker: a server of this machine, which counts connections. */
let target: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  target = createServer((_request, response) => response.end('secret'));
  target.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => target.listen(0, resolve));
  port = (target.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => target.close(resolve)));
beforeEach(() => {
  connections = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const TIMEOUT_MS = 300;

/** Spellings of addresses of this machine and its network, without the port. */
const HOSTS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0x7f.1',
  '127.0.0.0x1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '00000.0',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:808:808::80ff:fffe]',
  '[2a00::5efe:127.0.0.1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
  '172.16.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  'user@127.0.0.1',
  'farwatch.test@127.0.0.1',
  'farwatch.test:443@127.0.0.1',
];

test.each(HOSTS)('%s is not contacted', async (host) => {
  for (const scheme of ['http', 'https']) {
    const refused = post(`${scheme}://${host}:${port}/`, { timeoutMs: TIMEOUT_MS });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden_address' });
  }
  expect(connections).toBe(0);
});

test.each(['localhost', 'LOCALHOST', 'localhost.', 'localhost.localdomain', 'ip6-localhost'])(
  '%s is not contacted, whatever this machine resolves it to',
  async (host) => {
    await expect(post(`http://${host}:${port}/`, { timeoutMs: TIMEOUT_MS })).rejects.toBeInstanceOf(PostError);
    expect(connections).toBe(0);
  },
);

test.each(['ftp', 'file', 'gopher', 'ws', 'unix'])('%s: is not requested', async (scheme) => {
  await expect(post(`${scheme}://farwatch.test/`)).rejects.toMatchObject({ code: 'forbidden_address' });
});

test.each([0, 22, 25])('port %i is not requested', async (forbidden) => {
  await expect(post(`http://8.8.8.8:${forbidden}/`)).rejects.toMatchObject({ code: 'forbidden_address' });
});

const address = (text: string) => ({ address: text, family: text.includes(':') ? 6 : 4 });

test.each([
  [['127.0.0.1']],
  [['::1', '127.0.0.1']],
  [['::ffff:127.0.0.1']],
  [['64:ff9b::7f00:1']],
  [['169.254.169.254', '10.0.0.1']],
  [['0.0.0.0', '::']],
  [[]],
])('a name with the addresses %j is not contacted', async (addresses) => {
  const resolve = async () => addresses.map(address);
  const refused = post(`http://hook.farwatch.test:${port}/`, { resolve, timeoutMs: TIMEOUT_MS });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden_address' });
  expect(connections).toBe(0);
});

/** Addresses of the internet. No one answers at this port, if the machine is connected at all. */
const PUBLIC = ['8.8.8.8', '2001:4860:4860::8888'];

test('of mixed addresses only the public ones are contacted', async () => {
  const resolve = async () => ['127.0.0.1', ...PUBLIC, '::1', '10.0.0.1'].map(address);
  const failed = post(`http://hook.farwatch.test:${port}/`, { resolve, timeoutMs: TIMEOUT_MS });
  await expect(failed).rejects.toMatchObject({ code: 'unreachable' });
  expect(connections).toBe(0);
});

test('a name that changes its address after the check is not followed', async () => {
  let resolved = 0;
  const resolve = async () => {
    resolved += 1;
    return [address(resolved % 2 === 1 ? '8.8.8.8' : '127.0.0.1')];
  };
  const url = `http://hook.farwatch.test:${port}/`;
  await expect(post(url, { resolve, timeoutMs: TIMEOUT_MS })).rejects.toMatchObject({ code: 'unreachable' });
  expect(resolved).toBe(1);
  await expect(post(url, { resolve, timeoutMs: TIMEOUT_MS })).rejects.toMatchObject({ code: 'forbidden_address' });
  expect(resolved).toBe(2);
  expect(connections).toBe(0);
});

/** Lets these hosts pass as local stand-ins, next to an emulator. */
function allow(hosts: string, emulator = '127.0.0.1:8080'): void {
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', hosts);
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', emulator);
}

test('a stand-in is contacted only next to the Firestore emulator, and only that host', async () => {
  const url = `http://127.0.0.1:${port}/`;
  allow(`127.0.0.1:${port}`, '');
  await expect(post(url)).rejects.toMatchObject({ code: 'forbidden_address' });
  allow(`127.0.0.1:${port}`);
  for (const other of [`http://localhost:${port}/`, 'http://127.0.0.1:1/']) {
    await expect(post(other)).rejects.toBeInstanceOf(PostError);
  }
  expect(connections).toBe(0);
  expect(await post(url)).toMatchObject({ status: 200, text: 'secret' });
  expect(connections).toBe(1);
});

test('a redirect to a private address is an answer, and is not followed', async () => {
  const redirecting = createServer((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` });
    response.end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const { port: own } = redirecting.address() as AddressInfo;
  // Both are allowed, so that only the redirect itself decides.
  allow(`127.0.0.1:${own},127.0.0.1:${port}`);
  for (const method of ['POST', 'GET']) {
    expect(await post(`http://127.0.0.1:${own}/`, { method })).toMatchObject({ status: 307 });
  }
  expect(connections).toBe(0);
  await new Promise((resolve) => redirecting.close(resolve));
});
