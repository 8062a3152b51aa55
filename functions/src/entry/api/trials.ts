import { setTimeout as sleep } from 'node:timers/promises';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type TrialAnswer, type TrialInput, trialCalls } from '@farwatch/core/contracts/api/trials';
import { takeTrial } from '@farwatch/core/decisions/agents/trial-rules';
import { CHECK_SECRETS_ID } from '@farwatch/core/documents/check-secrets';
import { requestedTrialId } from '@farwatch/core/documents/requested-trial';
import type { Trial } from '@farwatch/core/documents/trial';
import { featuresFor } from '@farwatch/core/values/check-features';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { resolveCheck } from '@farwatch/core/values/check-secrets';
import { TRIAL } from '@farwatch/core/values/limits';
import { LOCATION_CODES, type LocationCode, orderedLocations } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import type { Transaction } from 'firebase-admin/firestore';
import { readCapableAgents } from '../../domain/agents/capable-agents.ts';
import { readRequestedTrials } from '../../domain/agents/requested-trials.ts';
import { refuseBadAssertions } from '../../domain/monitors/check-assertions.ts';
import { contactsOf, refuseBlockedHost } from '../../domain/monitors/refuse-blocked-host.ts';
import { agentStates, checkSecrets, requestedTrials, trialBudgets, trials } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { readOwnEndpoint } from './endpoints/read-own-endpoint.ts';

const existence = agentStates.pick('location');

export const createTrial = route(trialCalls.create, {
  run: async (run, caller, { body: { url, check: masked, locations, endpointId } }) => {
    refuseBlockedHost(contactsOf({ url, check: masked }));
    if (isRunByServer(url)) throw fieldError('url', 'agents do not check it');
    await refuseBadAssertions(run, caller, [{ check: masked }], () => 'check');
    const check = await resolveSecrets(run, caller, { url, check: masked, endpointId });
    const { id, trial } = await startTrial(run, {
      ownerId: caller.accountId,
      url,
      check,
      locations: orderedLocations(locations),
    });
    return trialAnswer(id, trial);
  },
  wait: (run, caller, answer, { query }) =>
    query.wait === '1' ? waitForResults(run, caller.accountId, answer) : Promise.resolve(answer),
});

/** How many trials of an account an instance waits for at a time: each holds one of its forty requests. */
const WAITING_PER_ACCOUNT = 4;
const WAIT_MS = 30 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS;
const waiting = new Map<string, number>();

/** Looks at a trial every second until all locations have reported, 30 s have passed, or too many wait. */
async function waitForResults(run: Run, accountId: string, answer: TrialAnswer): Promise<TrialAnswer> {
  const others = waiting.get(accountId) ?? 0;
  if (others >= WAITING_PER_ACCOUNT) return answer;
  waiting.set(accountId, others + 1);
  let latest = answer;
  try {
    for (let waitedMs = 0; waitedMs < WAIT_MS && !isComplete(latest); waitedMs += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS);
      const trial = trials.read(await trials.ref(run.db, answer.id).get());
      if (!trial) break;
      latest = trialAnswer(answer.id, trial);
    }
    return latest;
  } finally {
    const left = (waiting.get(accountId) ?? 1) - 1;
    if (left > 0) waiting.set(accountId, left);
    else waiting.delete(accountId);
  }
}

function isComplete({ locations, results }: TrialAnswer): boolean {
  return locations.every((location) => results[location] !== undefined);
}

export const readTrial = route(trialCalls.read, {
  run: async (run, caller, { params: { id } }) => {
    const trial = trials.read(await trials.ref(run.db, id).get());
    if (!trial || trial.ownerId !== caller.accountId) throw new ApiError('not_found');
    return trialAnswer(id, trial);
  },
});

function trialAnswer(id: string, { agents, unavailable, results, createdAt }: Trial): TrialAnswer {
  const locations = LOCATION_CODES.filter((code) => agents[code] !== undefined);
  return { id, locations, unavailable, results, endsAt: isoOf(createdAt + TRIAL.validMs) };
}

/**
 * The check with its secrets: masks stand for those of the caller's endpoint, which go only to the origin that they were
 * typed for. Throws ApiError secret_missing, with the names of the others; not_found for another owner's endpoint.
 */
async function resolveSecrets(
  run: Run,
  caller: Caller,
  { url, check, endpointId }: Pick<TrialInput, 'url' | 'check' | 'endpointId'>,
): Promise<CheckOptions | null> {
  const stored = endpointId === undefined ? null : await readSecrets(run, caller, endpointId, url);
  const resolved = resolveCheck(check, stored);
  if ('check' in resolved) return resolved.check;
  const details = resolved.missing.map((name) => ({ path: 'check', message: name }));
  throw new ApiError('secret_missing', { details });
}

/** The endpoint's check with its secrets; null if it has none, or another origin than the URL. */
async function readSecrets(run: Run, caller: Caller, endpointId: string, url: string): Promise<CheckOptions | null> {
  const endpoint = await readOwnEndpoint(run, caller, endpointId);
  if (new URL(endpoint.url).origin !== new URL(url).origin) return null;
  const secrets = checkSecrets.read(await checkSecrets.ref(run.db, CHECK_SECRETS_ID, endpointId).get());
  return secrets?.check ?? null;
}

/** A URL to check once, with its secrets. */
type Requested = { ownerId: string; url: string; check: CheckOptions | null; locations: readonly LocationCode[] };

/**
 * Requests one agent of each location that can to check a URL, within the account's budget; which agent is left to
 * chance. Throws ApiError too_many_trials; trials_busy if too many wait at one of the agents.
 */
async function startTrial(run: Run, requested: Requested): Promise<{ id: string; trial: Trial }> {
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
  const capable = await readCapableAgents(run, location, ['requested-trials', ...featuresFor(target)]);
  const agent = capable[Math.floor(Math.random() * capable.length)];
  return agent ? { location, agentId: agent.id } : null;
}

async function writeTrial(
  run: Run,
  tx: Transaction,
  { id, requested, chosen }: { id: string; requested: Requested; chosen: readonly Chosen[] },
): Promise<{ id: string; trial: Trial }> {
  const { ownerId, url, check, locations } = requested;
  const refs = chosen.map(({ agentId }) => agentStates.ref(run.db, agentId));
  const budgetRef = trialBudgets.ref(run.db, ownerId);
  const [stored, budget, current, requestedThere] = await Promise.all([
    tx.get(trials.ref(run.db, id)),
    tx.get(budgetRef),
    refs.length > 0 ? existence.getAll(tx, ...refs) : [],
    Promise.all(chosen.map(({ agentId }) => readRequestedTrials(run, agentId, tx))),
  ]);
  // An earlier attempt of this call may have stored it and lost its answer.
  const known = trials.read(stored);
  if (known) return { id, trial: known };
  const taken = takeTrial(trialBudgets.read(budget), run.nowMs);
  if ('retryAfterSec' in taken) throw new ApiError('too_many_trials', taken);
  const isFull = (waiting: readonly string[]) =>
    waiting.length >= TRIAL.waitingPerAgent ||
    waiting.filter((each) => each === ownerId).length >= TRIAL.waitingPerAccount;
  if (requestedThere.some(({ waiting }) => isFull(waiting)))
    throw new ApiError('trials_busy', { retryAfterSec: TRIAL.retryAfterSec });
  // An agent may have been deleted since it was found.
  const present = chosen.filter((_, index) => current[index]);
  const trial: Trial = {
    ownerId,
    url,
    agents: Object.fromEntries(present.map(({ location, agentId }) => [location, agentId])),
    unavailable: locations.filter((each) => !present.some(({ location }) => location === each)),
    results: {},
    createdAt: run.nowMs,
    expireAt: run.nowMs + TRIAL.keptMs,
  };
  tx.set(budgetRef, trialBudgets.toDocument(taken.budget));
  tx.create(trials.ref(run.db, id), trials.toDocument(trial));
  for (const ref of requestedThere.flatMap(({ over }) => over)) tx.delete(ref);
  for (const { agentId } of present) {
    const ref = requestedTrials.ref(run.db, requestedTrialId(agentId, id));
    const request = { agentId, trialId: id, ownerId, at: run.nowMs, url, check, expireAt: run.nowMs + TRIAL.validMs };
    tx.create(ref, requestedTrials.toDocument(request));
  }
  return { id, trial };
}
