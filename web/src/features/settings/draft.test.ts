import { expect, it } from 'vitest';
import { editsAfter, realEdits } from './draft.ts';

const stored = { name: 'Ann', on: false, mins: 15 };

it.each([
  [{}, {}],
  [{ name: 'Ann' }, {}],
  [{ name: 'Bo', on: false }, { name: 'Bo' }],
  [
    { name: '', on: true, mins: 0 },
    { name: '', on: true, mins: 0 },
  ],
])('of %o, %o differs from what is stored', (edits, expected) => {
  expect(realEdits(stored, edits)).toEqual(expected);
});

it.each([
  ['all of it', { name: 'Bo', on: true }, { name: 'Bo', on: true, mins: 15 }, {}],
  ['what was typed meanwhile stays', { name: 'Bob', on: true }, { name: 'Bo', on: true }, { name: 'Bob' }],
  ['what was not sent stays', { name: 'Bo', mins: 30 }, { name: 'Bo' }, { mins: 30 }],
])('after saving: %s', (_, edits, sent, expected) => {
  expect(editsAfter<typeof stored>(edits, sent)).toEqual(expected);
});
