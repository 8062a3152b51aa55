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
    const { merged, conflicts } = mergeDrafts(
      base,
      draftWith({ title: 'Local' }),
      draftWith({ description: 'Remote' }),
    );
    expect(merged).toMatchObject({ title: 'Local', description: 'Remote' });
    expect(conflicts).toEqual([]);
  });
  it('of the same field are conflicts, unless they are the same', () => {
    const local = draftWith({ title: 'Local', accent: '#000000', timeZone: 'UTC' });
    const remote = draftWith({ title: 'Remote', accent: '#000000' });
    expect(mergeDrafts(base, local, remote)).toEqual({ merged: local, conflicts: ['title'] });
    expect(mergeDrafts(base, local, remote, 'remote').merged).toMatchObject({ title: 'Remote', timeZone: 'UTC' });
  });
});
