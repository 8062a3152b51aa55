import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { describe, expect, it } from 'vitest';
import { timingDraftOf, timingDraftSchema } from './timing-draft.ts';

const quietHours = { from: '22:00', to: '07:00', days: [5, 1], timeZone: 'Asia/Taipei', passesCritical: true };
const draft = timingDraftOf({ delayMin: 15, reminderMin: 30, quietHours });

describe('a draft of a timing', () => {
  it('is the timing again, its days in order', () => {
    expect(timingDraftSchema.parse(draft)).toEqual({
      delayMin: 15,
      reminderMin: 30,
      quietHours: { ...quietHours, days: [1, 5] },
    });
    expect(timingDraftSchema.parse(timingDraftOf(IMMEDIATE))).toEqual(IMMEDIATE);
  });

  it.each([
    ['an empty delay', { delayMin: '' }, ['delayMin']],
    ['a delay of more than a day', { delayMin: '1441' }, ['delayMin']],
    ['part of a minute', { delayMin: '1.5' }, ['delayMin']],
    ['a reminder every four minutes', { reminderMin: '4' }, ['reminderMin']],
    ['no days', { quietHours: { ...quietHours, days: [] } }, ['quietHours', 'days']],
    ['an empty time', { quietHours: { ...quietHours, to: '' } }, ['quietHours', 'to']],
  ])('with %s returns an error', (_, changes, expected) => {
    const { error } = timingDraftSchema.safeParse({ ...draft, ...changes });
    expect(error?.issues.map(({ path }) => path)).toEqual([expected]);
  });
});
