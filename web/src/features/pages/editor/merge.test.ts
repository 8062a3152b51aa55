import { describe, expect, it } from 'vitest';
import { type Draft, newDraft } from './draft.ts';
import { mergeDrafts } from './merge.ts';

const draftWith = (changes: Partial<Draft> = {}): Draft => ({
  ...newDraft('en', 'Asia/Taipei'),
  title: 'Acme',
  ...changes,
});

describe('changes saved elsewhere', () => {
  const base = draftWith();
  it('are combined with those of other fields', () => {
    const { merged, conflicts } = mergeDrafts(base, draftWith({ title: 'Mine' }), draftWith({ description: 'Theirs' }));
    expect(merged).toMatchObject({ title: 'Mine', description: 'Theirs' });
    expect(conflicts).toEqual([]);
  });
  it('of the same field are conflicts, unless they are the same', () => {
    const mine = draftWith({ title: 'Mine', accent: '#000000', timeZone: 'UTC' });
    const theirs = draftWith({ title: 'Theirs', accent: '#000000' });
    expect(mergeDrafts(base, mine, theirs)).toEqual({ merged: mine, conflicts: ['title'] });
    expect(mergeDrafts(base, mine, theirs, 'theirs').merged).toMatchObject({ title: 'Theirs', timeZone: 'UTC' });
  });
});
