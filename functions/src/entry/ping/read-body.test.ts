import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from '../../testing/api/listen.ts';
import { type PingBody, readPingBody } from './read-body.ts';

/** What is read of a body that is sent, from the stream or as Cloud Functions has read it. */
async function receive(sent: string | Buffer<ArrayBuffer>, isRead: boolean, type?: string): Promise<PingBody | null> {
  const server = await listen(async (request, response) => {
    const known = isRead ? { rawBody: Buffer.from(await text(request)) } : {};
    response.end(JSON.stringify(await readPingBody(Object.assign(request, known))));
  });
  try {
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await fetch(server.origin, { method: 'POST', body: sent, headers });
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

const BIG5 = Buffer.from('b3c6a5f7a5a2b1d1a1413132', 'hex'); // 備份失敗，12
it.each<[what: string, sent: Buffer<ArrayBuffer>, type: string | undefined, body: string]>([
  ['Big5, as its type says', BIG5, 'text/plain; charset=big5', '備份失敗，12'],
  ['Big5 by a name of Windows', BIG5, 'text/plain; charset=cp950', '備份失敗，12'],
  ['Big5 without a type', BIG5, undefined, '備份失敗，12'],
  ['Big5 as curl sends it', BIG5, 'application/x-www-form-urlencoded', '備份失敗，12'],
  ['GBK', Buffer.from('b1b8b7ddcaa7b0dc', 'hex'), 'text/plain;charset="GBK"', '备份失败'],
  ['Thai of Windows', Buffer.from('a1d2c3cad3c3cda7', 'hex'), 'text/plain; charset=windows-874', 'การสำรอง'],
  ['windows-1252', Buffer.from('64e9e7752096', 'hex'), 'text/plain; charset=ISO-8859-1', 'déçu –'],
  ['UTF-16', Buffer.from('\ufeff失敗', 'utf16le'), undefined, '失敗'],
  ['UTF-8 with a broken byte', Buffer.from('e5a4b1ffe69597', 'hex'), 'text/plain; charset=utf-8', '失\ufffd敗'],
])('a body in %s is kept and decoded', async (_what, sent, type, body) => {
  expect(await receive(sent, false, type)).toEqual({ bytes: sent.length, body });
});

it('of a long body in another charset the end is kept, whole characters of it', async () => {
  const sent = Buffer.concat([
    Buffer.from('a'),
    ...Array.from({ length: 20_000 }, () => Buffer.from('a5a2b1d1', 'hex')),
  ]);
  const end = await receive(sent, false, 'text/plain; charset=big5');
  expect(end).toEqual({ bytes: 80_001, body: '失敗'.repeat(5_000) });
});

it('what no charset explains is kept, also at the start of the end', async () => {
  const bytes = await receive(Buffer.alloc(10_001, 0x80), false);
  expect(bytes).toEqual({ bytes: 10_001, body: '€'.repeat(10_000) });
});
