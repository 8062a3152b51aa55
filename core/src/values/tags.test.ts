import { expect, it } from 'vitest';
import { mergeTags, TAGS_PER_MONITOR, tagsInputSchema } from './tags.ts';

it.each([
  [
    ['prod', ' Prod ', '', 'shop'],
    ['prod', 'shop'],
  ],
  [[], []],
  [
    ['生产', 'a b'],
    ['生产', 'a b'],
  ],
])('%j are stored as %j', (given, expected) => expect(tagsInputSchema.parse(given)).toEqual(expected));

it.each([[['x'.repeat(31)]], [['a\nb']], [Array.from({ length: TAGS_PER_MONITOR + 1 }, (_, index) => `t${index}`)]])(
  'refuses %j',
  (given) => expect(tagsInputSchema.safeParse(given).success).toBe(false),
);

it('merges what two people added and removed', () => {
  expect(mergeTags(['a', 'b', 'c'], ['a', 'c', 'd'], ['B', 'c', 'e'])).toEqual(['c', 'e', 'd']);
});
