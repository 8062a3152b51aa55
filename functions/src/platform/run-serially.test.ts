import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSerially } from './run-serially.ts';

/** Work that records its start and its end. */
function recording(log: string[], name: string, ms: number, fails = false) {
  return async () => {
    log.push(`${name}>`);
    await sleep(ms);
    log.push(`<${name}`);
    if (fails) throw new Error(name);
    return name;
  };
}

test('runs work for a key in order, one at a time, also after a failure', async () => {
  const log: string[] = [];
  const results = await Promise.allSettled([
    runSerially('k', recording(log, 'a', 20, true)),
    runSerially('k', recording(log, 'b', 5)),
    runSerially('k', recording(log, 'c', 1)),
  ]);
  expect(log).toEqual(['a>', '<a', 'b>', '<b', 'c>', '<c']);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'failed',
    'b',
    'c',
  ]);
});

test('runs work for different keys in parallel', async () => {
  const log: string[] = [];
  await Promise.all([runSerially('k', recording(log, 'slow', 30)), runSerially('l', recording(log, 'quick', 1))]);
  expect(log).toEqual(['slow>', 'quick>', '<quick', '<slow']);
});
