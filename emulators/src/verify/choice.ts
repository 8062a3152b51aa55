/** What a run consists of, by the names that `npm test -- <name>` takes. */
const STEPS = ['lint', 'types', 'unit', 'build', 'rules', 'backend', 'faults', 'journeys', 'screens'] as const;
export type StepName = (typeof STEPS)[number];

/** Every state of every screen takes as long as all the rest, which shows each screen once. */
const NOT_EACH_TIME: readonly StepName[] = ['screens'];
const ALL = 'all';

export interface Choice {
  isChosen(step: StepName): boolean;
  /** Only test files with one of these in their path; all when there is none. */
  filters: readonly string[];
  /** Whether tests with the tag `minutes` (vitest.config.ts) run too. */
  withMinutes: boolean;
}

/**
 * What the arguments of `npm test` ask for: steps by their names; every step by `all`, or where only test files are named;
 * without any, all that fits ten minutes of two processors.
 */
export function choiceOf(args: readonly string[]): Choice {
  const named = STEPS.filter((name) => args.includes(name));
  const filters = args.filter((arg) => arg !== ALL && !STEPS.some((name) => name === arg));
  const everything = STEPS.filter((name) => args.length > 0 || !NOT_EACH_TIME.includes(name));
  const chosen = named.length > 0 ? named : everything;
  return { isChosen: (step) => chosen.includes(step), filters, withMinutes: args.length > 0 };
}
