import { defineConfig } from 'vitest/config';

/** One folder's tests under a name of their own, so that `vitest run --project <name>` runs just them. */
function unit(name: string, include: string[], testTimeout = 5_000) {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.emulator.test.ts'];
  return { test: { name, root: name, include, exclude, testTimeout } };
}

/**
 * Tests that share running emulators, whose addresses `npm test` passes by environment: one file at a time, unless
 * each has data of its own.
 */
function backed(
  name: string,
  groupOrder: number,
  include: string[],
  timeoutMs: number,
  { maxWorkers = 1, retry = 0 } = {},
) {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**'],
      maxWorkers,
      retry,
      sequence: { groupOrder },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      unit('core', ['src/**/*.test.ts']),
      unit('functions', ['src/**/*.test.ts']),
      unit('web', ['src/**/*.test.{ts,tsx}']),
      unit('agent', ['src/**/*.test.ts']),
      unit('emulators', ['src/**/*.test.ts'], 20_000),
      backed('rules', 1, ['emulators/rules/**/*.test.ts'], 30_000),
      backed('backend', 2, ['functions/src/**/*.emulator.test.ts'], 60_000),
      backed('faults', 3, ['emulators/faults/**/*.test.ts'], 240_000),
      backed('e2e', 4, ['emulators/e2e/*.test.ts'], 240_000),
      // The Firestore emulator now and then keeps a new listener waiting for half a minute while others write.
      backed('screens', 5, ['emulators/e2e/screens/*.test.ts'], 60_000, { maxWorkers: 2, retry: 1 }),
    ],
  },
});
