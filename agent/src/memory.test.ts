import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startChild } from './program/testing/child.ts';

/** Holds 40 MB and leaves several times that behind, old by then; prints how large its heap was at most, in MB. */
const LEAVES = `
  const held = Array.from({ length: 300_000 }, (_, index) => ({ index, more: [index] }));
  gc(); // V8 decides at each collection when the next one is due
  let [most, recent] = [0, []];
  for (let round = 0; round < 400; round += 1) {
    recent = [...recent.slice(-4), Array.from({ length: 10_000 }, (_, index) => ({ index, more: [index] }))];
    most = Math.max(most, process.memoryUsage().heapTotal);
  }
  console.log(held.length, recent.length, Math.round(most / 1e6));`;

async function heapMb(before: string): Promise<number> {
  const { ended, out } = startChild([
    '--expose-gc',
    '--max-semi-space-size=8',
    '--input-type=module',
    '-e',
    `${before}\n${LEAVES}`,
  ]);
  expect(await ended).toBe(0);
  return Number(out().trim().split(' ').at(-1));
}

test('a heap of which much is left behind stays smaller than Node would let it be', { tags: 'minutes' }, async () => {
  const own = await heapMb(`await import('${fileURLToPath(new URL('memory.ts', import.meta.url))}');`);
  expect(own).toBeLessThan(0.8 * (await heapMb('')));
});
