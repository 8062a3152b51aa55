import { expect, test } from 'vitest';
import { isPicture } from './read-picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const png = (width: number[], height: number[]) => bytes(PNG_START, 'IHDR', width, height, [8, 6, 0, 0, 0, 1, 2, 3, 4]);
const jpeg = (marker: number) =>
  bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, marker, 0, 11, 8, 0, 40, 0, 80, 3, 1, 1, 1]);
const webp = (format: string, rest: number[]) => bytes('RIFF', [30, 0, 0, 0], 'WEBP', format, [10, 0, 0, 0], rest);

test.each([
  ['a PNG', 'image/png', png([0, 0, 0, 64], [0, 0, 0, 32]), true],
  ['a PNG that is too large', 'image/png', png([0, 0, 0x40, 0], [0, 0, 0, 32]), false],
  ['a PNG without height', 'image/png', png([0, 0, 0, 64], [0, 0, 0, 0]), false],
  ['half a PNG', 'image/png', png([0, 0, 0, 64], [0, 0, 0, 32]).subarray(0, 20), false],
  ['a JPEG', 'image/jpeg', jpeg(0xc0), true],
  ['a progressive JPEG', 'image/jpeg', jpeg(0xc2), true],
  ['a JPEG without a frame', 'image/jpeg', jpeg(0xc4), false],
  ['a JPEG declared as PNG', 'image/png', jpeg(0xc0), false],
  ['a WebP', 'image/webp', webp('VP8X', [0, 0, 0, 0, 63, 0, 0, 31, 0, 0]), true],
  ['a lossy WebP', 'image/webp', webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 64, 0, 32, 0]), true],
  ['a lossless WebP', 'image/webp', webp('VP8L', [0x2f, 63, 0xc0, 7, 0, 0, 0, 0, 0, 0]), true],
  ['a WebP of another format', 'image/webp', webp('JUNK', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), false],
  ['an SVG', 'image/png', bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), false],
  ['nothing', 'image/webp', bytes(), false],
] as const)('%s', (_, type, picture, expected) => {
  expect(isPicture(type, picture)).toBe(expected);
});
