import { takeTrial } from '@farwatch/core/decisions/agents/trial-rules';
import { currentTrials } from '@farwatch/core/documents/command';
import type { Trial } from '@farwatch/core/documents/trial';
import { featuresFor } from '@farwatch/core/values/check-features';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { TRIAL } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { Transaction } from 'firebase-admin/firestore';
import { readCapableAgents } from '../../../domain/agents/capable-agents.ts';
import { commands, trialBudgets, trials } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';

const commandFields = commands.pick('trials');

/** A URL to check once, with its secrets. */
type Requested = { ownerId: string; url: string; check: CheckOptions | null; locations: readonly LocationCode[] };

/**
 * Commands one agent of each location that can to check a URL, within the account's budget; which agent is left to
 * chance. Throws ApiError too_many_trials.
 */
export async function startTrial(run: Run, requested: Requested): Promise<{ id: string; trial: Trial }> {
  const found = await Promise.all(requested.locations.map((location) => chooseAgent(run, location, requested)));
  const chosen = found.flatMap((each) => each ?? []);
  const { id } = trials.collection(run.db).doc();
  return run.db.runTransaction((tx) => writeTrial(run, tx, { id, requested, chosen }));
}

type Chosen = { location: LocationCode; agentId: string };

async function chooseAgent(
  run: Run,
  location: LocationCode,
  target: Pick<Requested, 'url' | 'check'>,
): Promise<Chosen | null> {
  const capable = await readCapableAgents(run, location, ['trials', ...featuresFor(target)]);
  const agent = capable[Math.floor(Math.random() * capable.length)];
  return agent ? { location, agentId: agent.id } : null;
}

async function writeTrial(
  run: Run,
  tx: Transaction,
  { id, requested, chosen }: { id: string; requested: Requested; chosen: readonly Chosen[] },
): Promise<{ id: string; trial: Trial }> {
  const { ownerId, url, check, locations } = requested;
  const refs = chosen.map(({ agentId }) => commands.ref(run.db, agentId));
  const budgetRef = trialBudgets.ref(run.db, ownerId);
  const [budget, current] = await Promise.all([
    tx.get(budgetRef),
    refs.length > 0 ? commandFields.getAll(tx, ...refs) : [],
  ]);
  const taken = takeTrial(trialBudgets.read(budget), run.nowMs);
  if ('retryAfterSec' in taken) throw new ApiError('too_many_trials', taken);
  // An agent may have been deleted since it was found.
  const asked = chosen.filter((_, index) => current[index]);
  const trial: Trial = {
    ownerId,
    url,
    agents: Object.fromEntries(asked.map(({ location, agentId }) => [location, agentId])),
    unavailable: locations.filter((each) => !asked.some(({ location }) => location === each)),
    results: {},
    createdAt: run.nowMs,
    expireAt: run.nowMs + TRIAL.keptMs,
  };
  tx.set(budgetRef, trialBudgets.toDocument(taken.budget));
  tx.create(trials.ref(run.db, id), trials.toDocument(trial));
  for (const [index, ref] of refs.entries()) {
    const command = current[index];
    if (!command) continue;
    const own = { [id]: { at: run.nowMs, ownerId, url, check } };
    tx.update(ref, commands.toUpdate({ trials: { ...currentTrials(command, run.nowMs), ...own } }));
  }
  return { id, trial };
}
