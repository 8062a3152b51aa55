import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from '../../testing/api/listen.ts';
import { type PingBody, readPingBody } from './read-body.ts';

/** What is read of a body that is sent, from the stream or as Cloud Functions has read it. */
async function receive(sent: string | Buffer<ArrayBuffer>, isRead: boolean): Promise<PingBody | null> {
  const server = await listen(async (request, response) => {
    const known = isRead ? { rawBody: Buffer.from(await text(request)) } : {};
    response.end(JSON.stringify(await readPingBody(Object.assign(request, known))));
  });
  try {
    const answer = await fetch(server.origin, { method: 'POST', body: sent });
    return (await answer.json()) as PingBody | null;
  } finally {
    await server.close();
  }
}

it.each([
  ['a short body', 'disk full\n', 10, 'disk full\n'],
  ['no body', '', 0, ''],
  [
    'the end of a long one',
    `${'a'.repeat(300_000)}${'b'.repeat(9_990)} disk full`,
    310_000,
    `${'b'.repeat(9_990)} disk full`,
  ],
  ['no part of a character', `${'é'.repeat(100_000)}!`, 200_001, `${'é'.repeat(4_999)}!`],
])('%s', async (_, sent, bytes, body) => {
  expect(await receive(sent, false)).toEqual({ bytes, body });
  expect(await receive(sent, true)).toEqual({ bytes, body });
});

it('what is not UTF-8 is replaced, also at the start of the end', async () => {
  const bytes = await receive(Buffer.alloc(10_001, 0x80), false);
  expect(bytes).toEqual({ bytes: 10_001, body: '\ufffd'.repeat(10_000) });
});
