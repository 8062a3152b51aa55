import type { Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { tlsServer } from '../testing/servers.ts';
import { trustedCertificate } from '../testing/trusted.ts';
import { answered, frame, PREFACE } from './testing/http2-frames.ts';

const identity = trustedCertificate();
afterAll(() => identity.forget());

const probe = createRunCheck(anyNetwork());

/** A check of a server that answers the request with these bytes, and then with the others without end. */
async function checked(answer: Buffer, endless?: Buffer) {
  const flood = (socket: Socket, part: Buffer): void => {
    if (socket.destroyed) return;
    if (socket.write(part)) setImmediate(flood, socket, part);
    else socket.once('drain', () => flood(socket, part));
  };
  const port = await tlsServer(identity, ['h2'], (socket) => {
    socket.write(answer);
    if (endless) flood(socket, endless);
  });
  return probe({ url: `https://localhost:${port}/`, check: null }, new AbortController().signal);
}

test.each(['000', '042', '099'])('rejects a status of %s, as the server would', async (status) => {
  const result = await checked(Buffer.concat([PREFACE, answered(status, true)]));
  expect(result).toMatchObject({ statusCode: null, error: 'protocol' });
});

test.each([
  [20, 200, null],
  [21, null, 'protocol'],
])('after %i interim answers: %s %s', async (count, statusCode, error) => {
  const interim = Array.from({ length: count }, () => answered('103', false));
  const result = await checked(Buffer.concat([PREFACE, ...interim, answered('200', true)]));
  expect(result).toMatchObject({ statusCode, error });
});

describe('stops reading before the timeout:', () => {
  const many = (part: Buffer) => Buffer.concat(Array.from({ length: 100 }, () => part));
  test.each<[what: string, answer: Buffer, endless: Buffer]>([
    ['frames of an unknown type', PREFACE, frame(0xee, 0, 0, Buffer.alloc(16_000))],
    ['interim answers', PREFACE, many(answered('103', false))],
    [
      'data of nothing but padding',
      Buffer.concat([PREFACE, answered('200', false)]),
      many(frame(0, 8, 1, Buffer.from([255, ...Buffer.alloc(255)]))),
    ],
  ])('%s', async (_what, answer, endless) => {
    const result = await checked(answer, endless);
    expect(result.error).toBe('protocol');
    // Well before the end that a check has that goes on reading.
    expect(result.ms).toBeLessThan(8_000);
  });
});
