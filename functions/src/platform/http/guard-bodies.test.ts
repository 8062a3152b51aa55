import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { type ServedFunction, serveFunction } from '../../testing/serve-function.ts';

/** Each function in a process of its own under the functions runtime, as it is deployed, and its peak memory. */

const MIB = 1024 * 1024;
const NOWHERE = '127.0.0.1:1';
/** Without limits, the parsed bodies below take from 700 MiB to several GiB. */
const MAX_PEAK_MIB = 400;

let running: ServedFunction | null = null;
afterEach(() => running?.kill());

/** Its Firestore and Auth cannot be reached. */
async function serve(target: string): Promise<ServedFunction> {
  running = await serveFunction(target, { FIRESTORE_EMULATOR_HOST: NOWHERE, FIREBASE_AUTH_EMULATOR_HOST: NOWHERE });
  return running;
}

type Sent = { path: string; method?: string; encoding?: string; body: string | Buffer };

/**
 * The status of the answer and its beginning. As behind the load balancer, the connection is kept: a server that closes it
 * after an answer to the rest of a body resets it, and the answer may be lost.
 */
function send(port: number, { path, method = 'POST', encoding, body }: Sent) {
  const agent = new Agent({ keepAlive: true });
  return new Promise<string>((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    };
    const call = request({ port, path, method, headers, agent }, async (response) => {
      resolve(`${response.statusCode} ${(await text(response)).slice(0, 60)}`);
    });
    call.on('error', reject).end(body);
  }).finally(() => agent.destroy());
}

const fill = (unit: string, bytes: number) => `[${unit.repeat(Math.floor(bytes / unit.length) - 1).replace(/,$/, '')}]`;
const OBJECTS = fill('{},', 2 * MIB);
const TOO_LARGE = '413 {"error":"The request is too large","code":"too_large"}';
const ENCODED = '400 {"error":"The body has a content encoding, which is not';

const BOMB = { encoding: 'gzip', body: gzipSync(fill('{},', 200 * MIB)) };
const monitor = { path: '/api/monitors' };

const TARGETS: [target: string, sent: [Sent, answer: string][]][] = [
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
];
const takesLittle = async (target: string, all: [Sent, answer: string][]) => {
  const { port, stop } = await serve(target);
  for (const [sent, answer] of all) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(port, sent)));
    for (const each of answers) expect(each).toContain(answer);
  }
  expect(await stop()).toBeLessThan(MAX_PEAK_MIB);
};

// All have the same guard.
it.each(TARGETS.slice(-2, -1))('%s takes little memory for twenty bodies at once', takesLittle);
it.each([...TARGETS.slice(0, -2), ...TARGETS.slice(-1)])(
  '%s takes little memory for twenty bodies at once',
  { tags: 'minutes' },
  takesLittle,
);

it('bodies within the limits arrive', async () => {
  const { port, stop } = await serve('api');
  const put = (body: string) => send(port, { path: '/api/me', method: 'PUT', body });
  expect(await put('{"displayName": "Ann"}')).toContain('401 ');
  expect(await put('{"displayName": ')).toContain('400 {"error":"The body is not JSON"');
  await stop();
});
