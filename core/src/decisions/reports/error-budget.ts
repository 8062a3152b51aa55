import { SECOND_MS } from '../../values/time.ts';

/**
 * Whether a target was reached. `open`: the range is not over, and budget is left; `unknown`: nothing is known of it.
 * Once the budget is used up, a target is missed even if the range is not over.
 */
export type Outcome = 'met' | 'missed' | 'open' | 'unknown';

/**
 * The downtime that a target allows in a range, s, all endpoints' time together. `leftSec` is negative once more was
 * used. `runsOutAtMs`: when it is used up if outages go on at the rate of the range so far; null if it does not run out.
 */
export type ErrorBudget = {
  allowedSec: number;
  usedSec: number;
  leftSec: number;
  runsOutAtMs: number | null;
};

export type BudgetInput = {
  /** Percent. */
  target: number;
  knownSec: number;
  downtimeSec: number;
  /** What of the range is still to come, of which all is expected to be known. */
  ahead: Ahead;
};

/** `endpoints`: how many are monitored now. `toMs`: the end of the range; now if it is over. */
export type Ahead = { endpoints: number; nowMs: number; toMs: number };

/** Targets have three decimals; fractions of whole numbers are exact where those of percentages are not. */
const PARTS = 100_000;

/** The error budget of the whole range: of the time that is known, and of the time to come if it is not over. */
export function errorBudget({ target, knownSec, downtimeSec, ahead }: BudgetInput): ErrorBudget {
  const aheadSec = (ahead.endpoints * (ahead.toMs - ahead.nowMs)) / SECOND_MS;
  const allowedParts = PARTS - Math.round((target * PARTS) / 100);
  const allowedSec = rounded((allowedParts * (knownSec + aheadSec)) / PARTS);
  const leftSec = rounded(allowedSec - downtimeSec);
  return {
    allowedSec,
    usedSec: downtimeSec,
    leftSec,
    runsOutAtMs: runsOutAt({ leftSec, knownSec, downtimeSec, ahead }),
  };
}

function runsOutAt(budget: { leftSec: number; knownSec: number; downtimeSec: number; ahead: Ahead }): number | null {
  const { leftSec, knownSec, downtimeSec, ahead } = budget;
  if (downtimeSec === 0 || leftSec < 0 || ahead.endpoints === 0) return null;
  const upToSec = leftSec / (downtimeSec / knownSec) / ahead.endpoints;
  const atMs = Math.round(ahead.nowMs + upToSec * SECOND_MS);
  return atMs < ahead.toMs ? atMs : null;
}

/** The budgets of several monitors together. It runs out when the whole does, not the first of them. */
export function totalBudget(budgets: readonly ErrorBudget[], measured: Omit<BudgetInput, 'target'>): ErrorBudget {
  const sum = (of: (budget: ErrorBudget) => number) => rounded(budgets.reduce((total, each) => total + of(each), 0));
  const leftSec = sum((each) => each.leftSec);
  return {
    allowedSec: sum((each) => each.allowedSec),
    usedSec: sum((each) => each.usedSec),
    leftSec,
    runsOutAtMs: runsOutAt({ leftSec, ...measured }),
  };
}

/** The outcome for a budget; `isOver`: of the range. */
export function outcomeOf({ leftSec }: ErrorBudget, knownSec: number, isOver: boolean): Outcome {
  if (knownSec === 0) return 'unknown';
  if (leftSec < 0) return 'missed';
  return isOver ? 'met' : 'open';
}

/** To the millisecond: sums of fractions would otherwise end in 0.30000000000000004. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
