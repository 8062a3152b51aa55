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

test('an update that is killed in the middle of any step leaves what runs as it was, and comes the next time', async () => {
  const server = await startOrigin({ body: BUNDLE });
  const folder = join(await newFolder(), 'program');
  mkdirSync(folder);
  const begin = () => startChild([UPDATE_ONCE, folder, server.origin, '1.0.0', JSON.stringify(NEWEST)]);

  const beforeItCame = begin();
  server.onFetch = () => beforeItCame.child.kill('SIGKILL');
  expect(await beforeItCame.ended).toBe('SIGKILL');
  expect(await readPrograms(folder)).toEqual(NO_PROGRAMS);
  server.onFetch = () => undefined;

  const endings: (number | string)[] = [];
  for (let step = 1; endings.at(-1) !== 5; step += 1) {
    await writePrograms(folder, NO_PROGRAMS);
    const { child, ended } = begin();
    let seen = 0;
    // Each change of a file in the folder is a step: bundle made, written, renamed; then the same of the state.
    const watching = watch(folder, () => {
      seen += 1;
      if (seen === step) child.kill('SIGKILL');
    });
    endings.push(await ended);
    watching.close();
    const { current, trial, failed } = newerThan('1.0.0', await readPrograms(folder));
    expect({ current, failed }).toEqual({ current: null, failed: [] });
    if (trial) expect(await isIntact(folder, trial)).toBe(true);
    if (endings.at(-1) === 5) expect(trial).not.toBeNull();
  }
  expect(endings.filter((ending) => ending === 'SIGKILL').length).toBeGreaterThan(3);
});
