import { expect, it } from 'vitest';
import { deletionFailed, deletionIncomplete, stillThere } from './delete-outcome.ts';

it('says of one endpoint and of several that they could not be deleted', () => {
  const failure = new Error('no');
  expect(deletionFailed(1, failure)).toEqual({ key: 'monitor.errors.removeFailed', count: 1, failure });
  expect(deletionFailed(3, failure)).toEqual({ key: 'monitor.errors.deleteFailed', count: 3, failure });
});

it('says when only some were deleted', () => {
  expect(deletionIncomplete(['a', 'b'], ['b', 'a'])).toBeNull();
  expect(deletionIncomplete(['a', 'b', 'c'], ['b'])).toMatchObject({
    key: 'monitor.errors.deleteSomeFailed',
    count: 2,
  });
});

it('drops from the chosen what is gone', () => {
  expect([...stillThere(new Set(['a', 'x', 'c']), ['a', 'b', 'c'])]).toEqual(['a', 'c']);
});
