import { expect, it } from 'vitest';
import { deletionFailed, keepExisting, PartlyDeleted, remainingOf } from './delete-outcome.ts';

it('has one message for an endpoint and one for several that could not be deleted', () => {
  const failure = new Error('no');
  expect(deletionFailed(1, failure)).toEqual(['monitor.errors.removeFailed', { count: 1 }]);
  expect(deletionFailed(3, failure)).toEqual(['monitor.errors.deleteFailed', { count: 3 }]);
});

it('reports when only some were deleted', () => {
  expect(remainingOf(['a', 'b'], ['b', 'a'])).toBe(0);
  expect(remainingOf(['a', 'b', 'c'], ['b'])).toBe(2);
  expect(deletionFailed(3, new PartlyDeleted(2))).toEqual(['monitor.errors.deleteSomeFailed', { count: 2 }]);
});

it('removes ids that no longer exist', () => {
  expect([...keepExisting(new Set(['a', 'x', 'c']), ['a', 'b', 'c'])]).toEqual(['a', 'c']);
});
