import { expect, test } from 'vitest';
import { retryAfterSec } from './answer.ts';

const DATE = 'Fri, 20 Nov 2026 12:30:00 GMT';

test.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '0.65' }, 0.65],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:31:30 GMT', date: DATE }, 90],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:00 GMT', date: DATE }, 0],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:31:30 GMT' }, 150],
  [{ 'retry-after': 'Friday, 20-Nov-26 12:31:30 GMT' }, 150],
  [{ 'retry-after': 'soon', date: DATE }, null],
  [{ 'retry-after': '-5' }, null],
  [{}, null],
])('%j is %j seconds', (headers, expected) => {
  expect(retryAfterSec(new Headers(headers), Date.UTC(2026, 10, 20, 12, 29))).toBe(expected);
});
