import { type Duplex, duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { Dialogue } from './dialogue.ts';
import { failLogin, packetOf, readPacket } from './mysql-login.ts';

const DENIED = Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from('#28000Access denied')]);
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const switchTo = (method: string) => Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${method}\0`), Buffer.alloc(21)]);

/** A server that answers each packet with the next of `answers`. Gives the packets that it got, each with its number. */
async function logInTo(answers: readonly Buffer[], end: (server: Duplex) => void = () => undefined) {
  const [client, server] = duplexPair();
  const got: [sequence: number, content: Buffer][] = [];
  const serve = async () => {
    const dialogue = new Dialogue(server);
    for (let at = 0; ; at += 1) {
      const { sequence, content } = await readPacket(dialogue);
      got.push([sequence, content]);
      const answer = answers[at];
      if (answer) dialogue.send(packetOf(sequence + 1, answer));
      else end(server);
    }
  };
  const served = serve().catch(() => undefined);
  const startedMs = performance.now();
  await failLogin(client);
  const ms = performance.now() - startedMs;
  client.end();
  server.end();
  await served;
  return { got, ms };
}

test('it sends a whole login with a wrong password', async () => {
  const { got } = await logInTo([DENIED]);
  expect(got.map(([sequence]) => sequence)).toEqual([2]);
  const content = got[0]?.[1] ?? Buffer.alloc(0);
  expect(content.readUInt32LE(0)).toBe(0x0008_8a00);
  expect(content.subarray(32).toString('latin1')).toBe(`farwatch\0\x14${'\0'.repeat(20)}mysql_native_password\0`);
});

test.each([
  ['caching_sha2_password', 0],
  ['client_ed25519', 64],
  ['mysql_native_password', 20],
])('prompted for another password by %s, it sends %i bytes', async (method, bytes) => {
  const { got } = await logInTo([switchTo(method), DENIED]);
  expect(got.map(([sequence]) => sequence)).toEqual([2, 4]);
  expect(got[1]?.[1].length).toBe(bytes);
});

test.each([
  ['at once', [OK]],
  ['with another password', [switchTo('caching_sha2_password'), OK]],
])('a server that lets everybody in %s is left', async (_when, answers) => {
  const { got } = await logInTo(answers);
  expect(got.at(-1)).toEqual([0, Buffer.from([1])]);
});

test('a server that does not answer is left after a second, one that closes at once', async () => {
  const silent = await logInTo([]);
  expect(silent.ms).toBeGreaterThan(900);
  const closing = await logInTo([], (server) => server.end());
  expect(closing.ms).toBeLessThan(silent.ms);
});
