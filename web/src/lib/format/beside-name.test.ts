import { expect, it } from 'vitest';
import { besideName } from './beside-name.ts';

it.each([
  ['Shop', 'Where we sell', 'Where we sell'],
  ['Shop', 'Shop', ''],
  ['Shop', ' shop ', ''],
  ['Web shop', 'Web  Shop', ''],
  ['Shop', 'Shop, Asia', 'Shop, Asia'],
  ['Shop', '', ''],
])('beside "%s", "%s" reads "%s"', (name, description, expected) => {
  expect(besideName(name, description)).toBe(expected);
});
