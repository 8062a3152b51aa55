import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';

/** Each function in a process of its own under the functions runtime, as it is deployed, and its peak memory. */

const MIB = 1024 * 1024;
const SOURCE = join(import.meta.dirname, '../../index.ts');
const RUNTIME = join(fileURLToPath(import.meta.resolve('@google-cloud/functions-framework')), '../main.js');
/** Prints the peak in MiB and ends the process. */
const TELL_PEAK = 'process.on("SIGTERM",()=>{console.log("peak",process.resourceUsage().maxRSS/1024);process.exit()})';
const NOWHERE = '127.0.0.1:1';
/** Without limits, the parsed bodies below take from 700 MiB to several GiB. */
const MAX_PEAK_MIB = 400;

let running: ChildProcess | null = null;
afterEach(() => running?.kill('SIGKILL'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Serves a function. `stop` returns its peak memory in MiB. */
async function serve(target: string): Promise<{ port: number; stop(): Promise<number> }> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ FUNCTION_TARGET: target, GCLOUD_PROJECT: 'demo-bodies', SMTP_URL: 'none' },
    ...{ NOWPAYMENTS_API_KEY: 'key', NOWPAYMENTS_IPN_SECRET: 'secret' },
    ...{ FIRESTORE_EMULATOR_HOST: NOWHERE, FIREBASE_AUTH_EMULATOR_HOST: NOWHERE },
  };
  const args = [RUNTIME, `--source=${SOURCE}`, `--target=${target}`, `--port=${port}`];
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${TELL_PEAK}`, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running = child;
  let output = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  await expect.poll(() => output).toMatch(/URL:/);
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      return Number(/peak ([\d.]+)/.exec(output)?.[1]);
    },
  };
}

type Sent = { path: string; method?: string; encoding?: string; body: string | Buffer };

/** The status of the answer and its beginning. */
function send(port: number, { path, method = 'POST', encoding, body }: Sent) {
  return new Promise<string>((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    };
    const call = request({ port, path, method, headers, agent: false }, async (response) => {
      resolve(`${response.statusCode} ${(await text(response)).slice(0, 60)}`);
    });
    call.on('error', reject).end(body);
  });
}

const fill = (unit: string, bytes: number) => `[${unit.repeat(Math.floor(bytes / unit.length) - 1).replace(/,$/, '')}]`;
const OBJECTS = fill('{},', 2 * MIB);
const TOO_LARGE = '413 {"error":"The request is too large","code":"too_large"}';
const ENCODED = '400 {"error":"The body has a content encoding, which is not';

const BOMB = { encoding: 'gzip', body: gzipSync(fill('{},', 200 * MIB)) };
const monitor = { path: '/api/monitors' };

it.each<[target: string, sent: [Sent, answer: string][]]>([
  [
    'api',
    [
      [{ ...monitor, body: OBJECTS }, TOO_LARGE],
      [{ ...monitor, body: '['.repeat(MIB) + ']'.repeat(MIB) }, TOO_LARGE],
      [{ ...monitor, body: fill('1,', 2 * MIB) }, TOO_LARGE],
      [{ path: '/api/me', method: 'PUT', body: `{"a":"${'é'.repeat(MIB / 2)}"}` }, TOO_LARGE],
      [{ ...monitor, ...BOMB }, ENCODED],
    ],
  ],
  ['ping', [[{ path: '/ping/x', ...BOMB }, '404 not found']]],
  ['checkIn', [[{ path: '/', body: `{"data":${OBJECTS}}` }, '400 {"error":{"message":"Bad Request"']]],
  ['payments', [[{ path: '/payment/ipn', body: OBJECTS }, TOO_LARGE]]],
  ['statusSite', [[{ path: '/status/a/password', body: OBJECTS }, '404 <!doctype html>']]],
])('%s takes little memory for twenty bodies at once', async (target, all) => {
  const { port, stop } = await serve(target);
  for (const [sent, answer] of all) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(port, sent)));
    for (const each of answers) expect(each).toContain(answer);
  }
  expect(await stop()).toBeLessThan(MAX_PEAK_MIB);
});

it('bodies within the limits arrive', async () => {
  const { port, stop } = await serve('api');
  const put = (body: string) => send(port, { path: '/api/me', method: 'PUT', body });
  expect(await put('{"displayName": "Ann"}')).toContain('401 ');
  expect(await put('{"displayName": ')).toContain('400 {"error":"The body is not JSON"');
  await stop();
});
