import { expect, test } from 'vitest';
import { callerTurns } from './caller-turns.ts';

const LIMITS = { atOnce: 2, waiting: 3 };

/** Work that ends when it is released, and how much of it runs. */
function slowWork() {
  const running: { caller: string; end: () => void }[] = [];
  const work = (caller: string) => () => new Promise<void>((end) => running.push({ caller, end }));
  const callersOf = () => running.map(({ caller }) => caller);
  const endFirst = () => running.shift()?.end();
  return { work, callersOf, endFirst };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a caller has two at a time and three that wait, and others have their own', async () => {
  const turns = callerTurns(LIMITS);
  const { work, callersOf, endFirst } = slowWork();
  const all = Array.from({ length: 5 }, () => turns.take('greedy', work('greedy')));
  await expect(turns.take('greedy', work('greedy'))).rejects.toMatchObject({ code: 'too_many_requests' });
  const other = turns.take('other', work('other'));
  await settled();
  expect(callersOf()).toEqual(['greedy', 'greedy', 'other']);
  for (let left = all.length + 1; left > 0; left -= 1) {
    endFirst();
    await settled();
    expect(callersOf().filter((caller) => caller === 'greedy').length).toBeLessThanOrEqual(2);
  }
  await Promise.all([...all, other]);
});

test('what fails gives its turn back, and so does work that throws at once', async () => {
  const turns = callerTurns({ atOnce: 1, waiting: 1 });
  const fail = () => Promise.reject(new Error('failed'));
  const failures = [turns.take('a', fail), turns.take('a', fail)];
  for (const each of failures) await expect(each).rejects.toThrow('failed');
  const thrown = () => {
    throw new Error('thrown');
  };
  await expect(turns.take('a', thrown)).rejects.toThrow('thrown');
  expect(await turns.take('a', async () => 'done')).toBe('done');
});

test('who waited longest is next, and a caller that comes meanwhile does not overtake', async () => {
  const turns = callerTurns({ atOnce: 1, waiting: 3 });
  const order: string[] = [];
  const named = (name: string) => async () => void order.push(name);
  const first = turns.take('a', async () => {
    order.push('first');
    await settled();
  });
  const rest = ['second', 'third'].map((name) => turns.take('a', named(name)));
  await first;
  await Promise.all([...rest, turns.take('a', named('fourth'))]);
  expect(order).toEqual(['first', 'second', 'third', 'fourth']);
});
