import { expect, it } from 'vitest';
import { listText } from './lists.ts';

it.each([
  ['en', ['a'], 'a'],
  ['en', ['a', 'b'], 'a and b'],
  ['en', ['a', 'b', 'c'], 'a, b, and c'],
  ['cn', ['甲', '乙', '丙'], '甲、乙和丙'],
] as const)('%s %j', (language, names, expected) => {
  expect(listText(names, language)).toBe(expected);
});
