import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSerially } from './run-serially.ts';

/** Work that notes its beginning and its end. */
function noting(notes: string[], name: string, ms: number, fails = false) {
  return async () => {
    notes.push(`${name}>`);
    await sleep(ms);
    notes.push(`<${name}`);
    if (fails) throw new Error(name);
    return name;
  };
}

test('one after the other for a key, in order, past a failure', async () => {
  const notes: string[] = [];
  const results = await Promise.allSettled([
    runSerially('k', noting(notes, 'a', 20, true)),
    runSerially('k', noting(notes, 'b', 5)),
    runSerially('k', noting(notes, 'c', 1)),
  ]);
  expect(notes).toEqual(['a>', '<a', 'b>', '<b', 'c>', '<c']);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'failed',
    'b',
    'c',
  ]);
});

test('keys do not wait for each other', async () => {
  const notes: string[] = [];
  await Promise.all([runSerially('k', noting(notes, 'slow', 30)), runSerially('l', noting(notes, 'quick', 1))]);
  expect(notes).toEqual(['slow>', 'quick>', '<quick', '<slow']);
});
