import { expect, test } from 'vitest';
import { type ManyDraft, manyChange, NO_CHANGE } from './many-draft.ts';

test.for<[draft: Partial<ManyDraft>, change: ReturnType<typeof manyChange>]>([
  [{}, null],
  [{ intervalSec: null }, { intervalSec: null }],
  [
    { intervalSec: 30, addTags: ['eu'] },
    { intervalSec: 30, addTags: ['eu'] },
  ],
  [
    { locations: ['tw'], removeTags: ['eu'] },
    { locations: ['tw'], removeTags: ['eu'] },
  ],
  [{ locations: [], addTags: ['eu'] }, 'no-location'],
])('%j requests %j', ([draft, change]) => {
  expect(manyChange({ ...NO_CHANGE, ...draft })).toEqual(change);
});
