import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BACKEND_PROCESSES } from './emulators/src/verify/processes.ts';

/** A wait ends when what it waits for comes, so a long one costs nothing, and a short one fails on a busy machine. */
const WAIT_MS = 60_000;
/** A test fails by its waits before its own end comes. */
const TEST_MS = 3 * WAIT_MS;

/** Two also where there are two processors: many tests wait for something. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * One folder's tests under a name of their own, so that `vitest run --project <name>` runs just them. Files that leave
 * nothing behind share a process and its modules.
 */
function unit(name: string, include: string[], isolate = false) {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.emulator.test.ts'];
  const timeouts = { testTimeout: TEST_MS, hookTimeout: TEST_MS };
  return { test: { name, root: name, include, exclude, isolate, maxWorkers, ...timeouts } };
}

/** Browser tests that run agents of their own, which take over what others' tests have checked, so they have a product to themselves. */
const JOURNEYS = ['agent-registration', 'first-load', 'install-agent', 'join-agent', 'outage'].map(
  (name) => `emulators/e2e/${name}.test.ts`,
);

/** Gives agents that never run, so it comes after the journeys, whose product it uses. */
const EVERY_SCREEN = 'emulators/e2e/every-screen.test.ts';

/** To look at a page costs tens of milliseconds of a processor, each time. */
const IN_BROWSER = { poll: { timeout: WAIT_MS, interval: 250 } };

/** Tests that share running emulators, whose addresses `npm test` passes by environment. */
function backed(
  name: string,
  groupOrder: number,
  include: string[],
  { workers = 1, isolate = false, except = [] as string[], expect = { poll: { timeout: WAIT_MS } } } = {},
) {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...except],
      maxWorkers: workers,
      isolate,
      expect,
      sequence: { groupOrder },
      testTimeout: 2 * TEST_MS,
      hookTimeout: 2 * TEST_MS,
    },
  };
}

export default defineConfig({
  test: {
    expect: { poll: { timeout: WAIT_MS } },
    tags: [
      {
        name: 'minutes',
        description: 'Takes over a minute, so it is left out of a run of npm test without arguments.',
      },
    ],
    projects: [
      unit('core', ['src/**/*.test.ts']),
      unit('functions', ['src/**/*.test.ts']),
      unit('web', ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts']),
      unit('agent', ['src/**/*.test.ts'], true),
      unit('emulators', ['src/**/*.test.ts'], true),
      // In backend's processes a query without its index fails, and documents of none of our kinds have none.
      backed('rules', 1, ['emulators/rules/**/*.test.ts', 'emulators/src/**/*.emulator.test.ts']),
      backed('backend', 2, ['functions/src/**/*.emulator.test.ts'], { workers: BACKEND_PROCESSES }),
      // They point their process at products of their own.
      backed('faults', 3, ['emulators/faults/**/*.test.ts'], { workers: 2, isolate: true }),
      backed('journeys', 4, JOURNEYS, { expect: IN_BROWSER }),
      backed('every-screen', 5, [EVERY_SCREEN], { expect: IN_BROWSER }),
      backed('screens', 6, ['emulators/e2e/**/*.test.ts'], {
        workers: 3,
        except: [...JOURNEYS, EVERY_SCREEN],
        expect: IN_BROWSER,
      }),
    ],
  },
});
