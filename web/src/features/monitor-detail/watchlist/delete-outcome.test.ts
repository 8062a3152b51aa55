import { expect, it } from 'vitest';
import { deletionFailed, deletionIncomplete, keepExisting } from './delete-outcome.ts';

it('has one message for an endpoint and one for several that could not be deleted', () => {
  const failure = new Error('no');
  expect(deletionFailed(1, failure)).toEqual({ key: 'monitor.errors.removeFailed', count: 1, failure });
  expect(deletionFailed(3, failure)).toEqual({ key: 'monitor.errors.deleteFailed', count: 3, failure });
});

it('reports when only some were deleted', () => {
  expect(deletionIncomplete(['a', 'b'], ['b', 'a'])).toBeNull();
  expect(deletionIncomplete(['a', 'b', 'c'], ['b'])).toMatchObject({
    key: 'monitor.errors.deleteSomeFailed',
    count: 2,
  });
});

it('removes ids that no longer exist', () => {
  expect([...keepExisting(new Set(['a', 'x', 'c']), ['a', 'b', 'c'])]).toEqual(['a', 'c']);
});
