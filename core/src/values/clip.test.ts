import { expect, it } from 'vitest';
import { clip, clipStart } from './clip.ts';

it.each([
  { text: '', most: 3, clipped: '' },
  { text: 'abc', most: 3, clipped: 'abc' },
  { text: 'abcd', most: 3, clipped: 'abc' },
  { text: '🟢🟢', most: 4, clipped: '🟢🟢' },
  { text: '🟢🟢', most: 3, clipped: '🟢' },
  { text: '网站监控', most: 2, clipped: '网站' },
  { text: 'ab\ud83d', most: 3, clipped: 'ab\ufffd' },
  { text: 'ab\ud83dcd', most: 3, clipped: 'ab\ufffd' },
  { text: '\udfe2🟢', most: 2, clipped: '\ufffd' },
  { text: 'a👨\u200D👩\u200D👧!', most: 7, clipped: 'a' },
  { text: 'aর\u200D্যাব', most: 4, clipped: 'a' },
  { text: '🇹🇼🇹🇭', most: 6, clipped: '🇹🇼' },
])('$text within $most is $clipped', ({ text, most, clipped }) => {
  expect(clip(text, most)).toBe(clipped);
});

it.each([
  { text: '', most: 3, clipped: '' },
  { text: 'abc', most: 3, clipped: 'abc' },
  { text: 'abcd', most: 3, clipped: 'bcd' },
  { text: '🟢🟢', most: 4, clipped: '🟢🟢' },
  { text: '🟢🟢', most: 3, clipped: '🟢' },
])('the end of $text within $most is $clipped', ({ text, most, clipped }) => {
  expect(clipStart(text, most)).toBe(clipped);
});
