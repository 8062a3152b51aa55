/** How many processes run the functions' tests at the same time, each with its own stand-ins. */
export const BACKEND_PROCESSES = 2;

/** The steps of a run, by their names in `npm test -- <name>`. */
const STEPS = [
  'lint',
  'types',
  'unit',
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

export interface Choice {
  isChosen(step: StepName): boolean;
  /** Selects test files with one of these in their path; all when there is none. */
  filters: readonly string[];
  /** Whether tests with the tag `minutes` (vitest.config.ts) run too. */
  withMinutes: boolean;
}

/**
 * The choice by the arguments of `npm test`: the named steps; every step for `all` or if only test files are named;
 * without arguments, the steps that take ten minutes on two processors.
 */
export function choiceOf(args: readonly string[]): Choice {
  const named = STEPS.filter((name) => args.includes(name));
  const filters = args.filter((arg) => arg !== ALL && !STEPS.some((name) => name === arg));
  const everything = STEPS.filter((name) => args.length > 0 || !NOT_BY_DEFAULT.includes(name));
  const chosen = named.length > 0 ? named : everything;
  return { isChosen: (step) => chosen.includes(step), filters, withMinutes: args.length > 0 };
}
