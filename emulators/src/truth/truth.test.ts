import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '../platform/paths.ts';
import { bundlePrograms } from './bundle.ts';
import { MUTATIONS } from './mutations.ts';
import { play } from './play.ts';
import { scenarioOf } from './scenario.ts';
import { shrink } from './shrink.ts';

const WORLDS = 8;
const programs = await bundlePrograms();

test.each(Array.from({ length: WORLDS }, (_, index) => index + 1))(
  'nothing is wrong in the world of seed %i',
  async (seed) => {
    const { findings } = await play(scenarioOf(seed), programs);
    expect(findings).toEqual([]);
  },
);

test('a seed makes the same world again', async () => {
  const lives = await Promise.all([play(scenarioOf(3), programs), play(scenarioOf(3), programs)]);
  const [one, other] = lives.map(({ world }) => world.server.chat.said);
  expect(one).toEqual(other);
  expect(one).not.toEqual([]);
});

test('a broken rule is noticed, and its world shrinks', async () => {
  const [first] = MUTATIONS.filter(({ name }) => name === 'no agent is ever lost');
  const mutated = await bundlePrograms(first);
  for (let seed = 1; ; seed += 1) {
    const scenario = scenarioOf(seed);
    const [found] = (await play(scenario, mutated)).findings;
    if (!found) continue;
    const smaller = await shrink(scenario, mutated, { rule: found.rule, withinMs: 5_000 });
    expect(smaller.faults.length).toBeLessThanOrEqual(scenario.faults.length);
    expect((await play(smaller, mutated)).findings).toContainEqual(expect.objectContaining({ rule: found.rule }));
    return;
  }
});

test.each(MUTATIONS)('$name: its text is there, once', ({ file, from }) => {
  expect(readFileSync(join(rootDir, file), 'utf8').split(from)).toHaveLength(2);
});

test('a mutation whose text is gone fails loudly', async () => {
  const gone = { name: 'gone', file: 'core/src/status/quorum.ts', from: 'not there', to: '' };
  await expect(bundlePrograms(gone)).rejects.toThrow('not there');
});
