import { expect, it } from 'vitest';
import { takeTurns } from './attempt-each.ts';

/** Works that end on request. */
function newWorks(atOnce: number) {
  const inTurn = takeTurns(atOnce);
  const running = new Map<string, { end: () => void; fail: () => void }>();
  const add = (name: string) =>
    inTurn(name.slice(0, 1), () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const leave = (settle: () => void) => () => {
        running.delete(name);
        settle();
      };
      running.set(name, { end: leave(() => resolve(name)), fail: leave(() => reject(new Error(name))) });
      return promise;
    });
  /** The names of those that run now, once everything that can start has started. */
  const settled = async () => {
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    return [...running.keys()].sort().join(' ');
  };
  return { add, running, settled };
}

it('works of different keys run side by side, up to a bound, those of one key one by one', async () => {
  const { add, running, settled } = newWorks(2);
  const all = ['a1', 'a2', 'b1', 'c1'].map(add);
  expect(await settled()).toBe('a1 b1');
  running.get('b1')?.end();
  expect(await settled()).toBe('a1 c1');
  running.get('a1')?.end();
  expect(await settled()).toBe('a2 c1');
  running.get('c1')?.end();
  running.get('a2')?.end();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
});

it('a slow key holds up nothing but itself', async () => {
  const { add, running, settled } = newWorks(3);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) void add(name);
  expect(await settled()).toBe('a1 b1');
  running.get('b1')?.end();
  expect(await settled()).toBe('a1 b2');
  running.get('b2')?.end();
  expect(await settled()).toBe('a1 b3');
});

it('what fails leaves its turn to the next', async () => {
  const { add, running, settled } = newWorks(1);
  const [first, second] = ['a1', 'a2'].map(add);
  await settled();
  running.get('a1')?.fail();
  await expect(first).rejects.toThrow('a1');
  expect(await settled()).toBe('a2');
  running.get('a2')?.end();
  expect(await second).toBe('a2');
});
