import type { Agent } from '../../documents/agent.ts';
import type { TrialBudget } from '../../documents/trial-budget.ts';
import { type CheckFeature, hasFeatures } from '../../values/check-features.ts';
import { TRIAL } from '../../values/limits.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import { type Rate, takeToken } from '../../values/token-bucket.ts';

const MINUTE_RATE: Rate = { burst: TRIAL.perMinute, perSec: TRIAL.perMinute / 60 };
const DAY_RATE: Rate = { burst: TRIAL.perDay, perSec: (TRIAL.perDay * SECOND_MS) / DAY_MS };

/** Takes one trial of an account's budget, null for an unused one; or in how many whole seconds to retry. */
export function takeTrial(
  current: TrialBudget | null,
  nowMs: number,
): { budget: TrialBudget } | { retryAfterSec: number } {
  const minute = takeToken(current?.minute, MINUTE_RATE, nowMs);
  const day = takeToken(current?.day, DAY_RATE, nowMs);
  const waits = [minute, day].flatMap(({ retryAfterSec }) => retryAfterSec ?? []);
  if (waits.length > 0) return { retryAfterSec: Math.max(...waits) };
  return { budget: { minute: minute.bucket, day: day.bucket, expireAt: nowMs + DAY_MS } };
}

type Candidate = Pick<Agent, 'abstainingSince' | 'device' | 'lost'>;

/** Returns the active agents of a location that know all of `needed` and have a working network. */
export function capableAgents<Each extends Candidate>(
  candidates: readonly Each[],
  needed: readonly CheckFeature[],
): Each[] {
  return candidates.filter(
    ({ abstainingSince, device, lost }) => abstainingSince === null && !lost && hasFeatures(device?.features, needed),
  );
}
