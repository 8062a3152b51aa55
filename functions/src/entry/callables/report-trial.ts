import { type ReportTrialOutput, reportTrialCall } from '@farwatch/core/contracts/calls/report-trial';
import { requestedTrialId } from '@farwatch/core/documents/requested-trial';
import { TRIAL } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { agentStates, requestedTrials, trials } from '../../platform/db/collections.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { AgentRefused, refusalOfPreviousDevice } from './agent-refused.ts';
import type { AgentCaller } from './check-in.ts';

/**
 * Callable `reportTrial`: stores an agent's result of a trial and deletes the agent's request. A repeated call changes
 * nothing. Throws AgentRefused: malformed, deleted, reset.
 */
export async function reportTrial(
  run: Run,
  { agentId, tokenGeneration }: Pick<AgentCaller, 'agentId' | 'tokenGeneration'>,
  data: unknown,
): Promise<ReportTrialOutput> {
  const parsed = reportTrialCall.input.safeParse(data);
  if (!parsed.success) throw new AgentRefused({ reason: 'malformed' });
  const { trialId, result } = parsed.data;
  const trialRef = trials.ref(run.db, trialId);
  const state = agentStates.read(await agentStates.ref(run.db, agentId).get());
  if (!state) throw new AgentRefused({ reason: 'deleted' });
  if (state.tokenGeneration !== tokenGeneration) throw refusalOfPreviousDevice(state);
  // The other locations report to the same document at the same time.
  return readThenWrite(run, async (reader, writer) => {
    const [document] = await reader.getAll(trialRef);
    const trial = document ? trials.read(document) : null;
    const location = LOCATION_CODES.find((code) => trial?.agents[code] === agentId);
    if (!trial || location === undefined) return { stored: false };
    if (trial.results[location]) return { stored: true };
    const isLate = trial.createdAt <= run.nowMs - TRIAL.validMs;
    if (!isLate) writer.update(trialRef, trials.toUpdate({ [`results.${location}`]: result }));
    writer.delete(requestedTrials.ref(run.db, requestedTrialId(agentId, trialId)));
    return { stored: !isLate };
  });
}
