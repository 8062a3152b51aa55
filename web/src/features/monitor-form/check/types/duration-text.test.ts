import { expect, it } from 'vitest';
import { durationText, parseDuration } from './duration-text.ts';

it.each([
  ['1 d', 86_400],
  ['1 h 30 min', 5400],
  ['10 min', 600],
  ['90 s', 90, '1 min 30 s'],
  ['10m', 600, '10 min'],
  ['2 天 3 小时', 183_600, '2 d 3 h'],
  ['1 小時 30 分鐘', 5400, '1 h 30 min'],
  ['2 วัน 3 ชม. 5 นาที', 183_900, '2 d 3 h 5 min'],
  ['১ ঘণ্টা ৩০ মিনিট', 5400, '1 h 30 min'],
  ['1 hour 5 minutes', 3900, '1 h 5 min'],
])('%s is %i seconds', (text, seconds, shown = text) => {
  expect(parseDuration(text)).toBe(seconds);
  expect(durationText(seconds)).toBe(shown);
});

it.each(['', '10', 'soon', '5 weeks', '-1 h', '1.5 h'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNaN();
});
