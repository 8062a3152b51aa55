import { expect, it } from 'vitest';
import { FrameReader } from './frames.ts';

function frame(text: string, flag = 0): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

const bytes = Buffer.concat(['first', '', 'a third one'].map((text) => frame(text)));

it.each([1, 2, 4, 5, 6, 7, 11, bytes.length])('finds the messages in chunks of %i bytes', (size) => {
  const reader = new FrameReader();
  const found: string[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    found.push(...reader.push(bytes.subarray(start, start + size)).map(String));
  }
  expect(found).toEqual(['first', '', 'a third one']);
});

it('throws on compressed messages', () => {
  expect(() => new FrameReader().push(frame('x', 1))).toThrow('compressed');
});
