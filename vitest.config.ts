import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BACKEND_PROCESSES } from './emulators/src/verify/choice.ts';

/** Long, since a wait ends early if it can, and a short one fails on a busy machine. */
const WAIT_MS = 60_000;
/** Longer than a test's waits, whose errors say more. */
const TEST_MS = 3 * WAIT_MS;

/** At least two, since many tests wait. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Its tests wait most of their time, for what the agent does later; they read English, whatever the system's language. */
const AGENT = { workers: 2 * maxWorkers, groupOrder: 7, env: { FARWATCH_LANG: 'en' } };

/** The tests of one workspace, for `vitest run --project <name>`. Files share a process and its modules. */
function unit(name: string, include: string[], { workers = maxWorkers, groupOrder = 0, env = {} } = {}) {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.emulator.test.ts'];
  const timeouts = { testTimeout: TEST_MS, hookTimeout: TEST_MS };
  const sequence = { groupOrder };
  return {
    test: { name, root: name, include, exclude, env, isolate: false, maxWorkers: workers, sequence, ...timeouts },
  };
}

/**
 * Browser tests with their own agents, which would take over endpoints of other tests, so they have their own product.
 */
const JOURNEYS = [
  'agent-registration',
  'first-load',
  'install-agent',
  'register-agent',
  'outage',
  'every-check',
  'trial',
  'heartbeat',
  'domain',
  'form-to-alert',
  'dependencies',
  'members',
  'status-page',
  'notifications',
  'import',
].map((name) => `emulators/e2e/${name}.test.ts`);

/** Creates agents that never run, so it follows the journeys, whose product it uses. */
const EVERY_SCREEN = 'emulators/e2e/every-screen.test.ts';

/** Each look at a page takes tens of milliseconds of processor time. */
const IN_BROWSER = { poll: { timeout: WAIT_MS, interval: 250 } };

/** They run an operator's command, whose process reaches only emulators. */
const EMULATED = ['commands/account', 'commands/check-invariants', 'commands/set-admin'].map(
  (name) => `functions/${name}.emulator.test.ts`,
);

/** Tests that share running emulators, whose addresses `npm test` passes as environment variables. */
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
        description: 'Slow; something quick shows the same, or nearly. npm test without arguments skips it.',
      },
    ],
    projects: [
      unit('core', ['src/**/*.test.ts']),
      unit('functions', ['**/*.test.ts']),
      unit('web', ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts']),
      unit('agent', ['src/**/*.test.ts'], AGENT),
      unit('cli', ['src/**/*.test.ts']),
      unit('emulators', ['src/**/*.test.ts']),
      // Not in backend's processes, where queries of unknown collections fail for lack of an index.
      backed('rules', 1, ['emulators/rules/**/*.test.ts', 'emulators/src/**/*.emulator.test.ts']),
      // With Firestore and Auth in memory where there are no emulators (functions/src/testing/memory-firestore.ts).
      backed('backend', 2, ['{functions,cli}/**/*.emulator.test.ts'], { workers: BACKEND_PROCESSES, except: EMULATED }),
      backed('emulated', 2, EMULATED, { workers: BACKEND_PROCESSES }),
      // Their processes use different products.
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
