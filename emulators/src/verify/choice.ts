/** How many processes run the functions' tests at the same time, each with its own stand-ins. */
export const BACKEND_PROCESSES = 2;

/** The steps of a run, by their names in `npm test -- <name>`. */
const STEPS = [
  'lint',
  'types',
  'unit',
  'agent',
  'build',
  'rules',
  'backend',
  'backend-emulator',
  'faults',
  'journeys',
  'screens',
] as const;
export type StepName = (typeof STEPS)[number];

/** Tests of every state of every screen take as long as all others; `backend` shows the same without emulators. */
const NOT_BY_DEFAULT: readonly StepName[] = ['screens', 'backend-emulator'];
const ALL = 'all';
/** The tests that import what changed since the last commit, or since another one: `--changed`, `--changed=main`. */
const CHANGED = /^--changed(=|$)/;
/** What is worth its time after each change. */
const OF_A_CHANGE: readonly StepName[] = ['lint', 'types', 'build', 'unit', 'agent', 'backend'];

export interface Choice {
  isChosen(step: StepName): boolean;
  /** Selects test files with one of these in their path; all when there is none. */
  filters: readonly string[];
  /** Whether tests with the tag `minutes` (vitest.config.ts) run too. */
  withMinutes: boolean;
  /** The argument with which vitest runs only tests of what changed. */
  changed: string | null;
}

/**
 * The choice by the arguments of `npm test`: the named steps; every step for `all` or if only test files are named;
 * without arguments, the quick steps; with `--changed`, those worth their time after
 * each change.
 */
export function choiceOf(args: readonly string[]): Choice {
  const named = STEPS.filter((name) => args.includes(name));
  const changed = args.find((arg) => CHANGED.test(arg)) ?? null;
  const filters = args.filter((arg) => arg !== ALL && arg !== changed && !STEPS.some((name) => name === arg));
  const everything = STEPS.filter((name) => args.length > 0 || !NOT_BY_DEFAULT.includes(name));
  const chosen = named.length > 0 ? named : changed === null ? everything : OF_A_CHANGE;
  const withMinutes = args.length > 0 && changed === null;
  return { isChosen: (step) => chosen.includes(step), filters, withMinutes, changed };
}
