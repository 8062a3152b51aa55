import { mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { isIntact } from './bundle.ts';
import { NO_PROGRAMS, newerThan, readPrograms, writePrograms } from './program-state.ts';
import { startChild } from './testing/child.ts';
import { releaseOf, startOrigin } from './testing/origin.ts';

const UPDATE_ONCE = fileURLToPath(new URL('testing/update-once.ts', import.meta.url));
const BUNDLE = `// ${'x'.repeat(300_000)}`;
const NEWEST = releaseOf('2.0.0', BUNDLE);
/** In so many of its steps, at least, one after the other. */
const KILLS = 4;

test('an update that is killed in the middle of any step leaves what runs as it was, and comes the next time', {
  tags: 'minutes',
}, async () => {
  const server = await startOrigin({ body: BUNDLE });
  const folder = join(await newFolder(), 'program');
  mkdirSync(folder);
  const run = () => startChild([UPDATE_ONCE, folder, server.origin, '1.0.0', JSON.stringify(NEWEST)]);

  const beforeItCame = run();
  server.onFetch = () => beforeItCame.child.kill('SIGKILL');
  expect(await beforeItCame.ended).toBe('SIGKILL');
  expect(await readPrograms(folder)).toEqual(NO_PROGRAMS);
  server.onFetch = () => undefined;

  let kills = 0;
  // A step of which a busy machine hears when all is done is tried again, until some were caught.
  for (let ending: number | string = -1; ending !== 5 || kills < KILLS; ) {
    await writePrograms(folder, NO_PROGRAMS);
    const { child, ended } = run();
    let seen = 0;
    // Each change of a file in the folder is a step: bundle made, written, renamed; then the same of the state.
    const watching = watch(folder, () => {
      seen += 1;
      if (seen === kills + 1) child.kill('SIGKILL');
    });
    ending = await ended;
    if (ending === 'SIGKILL') kills += 1;
    watching.close();
    const { current, trial, failed } = newerThan('1.0.0', await readPrograms(folder));
    expect({ current, failed }).toEqual({ current: null, failed: [] });
    if (trial) expect(await isIntact(folder, trial)).toBe(true);
    if (ending === 5) expect(trial).not.toBeNull();
  }
});
