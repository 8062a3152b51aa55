import type { Agent, Registration } from '@farwatch/core/documents/agent';
import { newVerdictChange, verdictChangeId } from '@farwatch/core/documents/verdict-change';
import {
  agentStates,
  agents,
  REGISTRATION_ID,
  registrations,
  verdictChanges,
} from '../../../platform/db/collections.ts';
import { readThenWrite } from '../../../platform/db/read-then-write.ts';
import { codeOf } from '../../../platform/db/retry.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { ApiRun } from '../../../platform/http/route.ts';
import { agentUid } from '../../callables/agent-token.ts';
import { parseOwnAgent } from './read-agents.ts';

/**
 * Revokes an agent's device: its key and tokens become void. A verdict change moves its assignments to other agents,
 * since thousands of them take minutes. With a new registration a device may register; without one the agent is about
 * to be deleted. Returns the changed agent; throws ApiError not_found.
 */
export async function retireAgent(
  run: ApiRun,
  caller: Caller,
  id: string,
  registration: Registration | null,
): Promise<Agent> {
  for (;;) {
    const [document, state] = await run.db.getAll(agents.ref(run.db, id), agentStates.ref(run.db, id), {
      fieldMask: ['ownerId', 'tokenGeneration'],
    });
    if (!document || document.get('ownerId') !== caller.accountId) throw new ApiError('not_found');
    const tokenGeneration = Number(state?.get('tokenGeneration'));
    // The Auth user comes first: it is found by this generation, so after a failure no later call would find it enabled.
    await disableAuthUser(run, agentUid(id, tokenGeneration));
    const agent = await endGeneration(run, caller, { id, tokenGeneration, registration });
    if (agent) return { ...agent, registered: false, lost: false, endpointCount: 0 };
  }
}

const endingFields = agentStates.pick('tokenGeneration', 'agentSeq', 'deleting');

type Ending = { id: string; tokenGeneration: number; registration: Registration | null };

/**
 * Voids the key and tokens of this generation and creates the verdict change that moves its assignments. Returns the
 * agent before the change, or null if a later generation has started.
 */
function endGeneration(
  run: ApiRun,
  caller: Caller,
  { id, tokenGeneration, registration }: Ending,
): Promise<Agent | null> {
  const ref = agents.ref(run.db, id);
  const stateRef = agentStates.ref(run.db, id);
  let tried: Agent | null = null;
  return readThenWrite(run, async (reader, writer) => {
    const [[document], [state], [current]] = await Promise.all([
      reader.getAll(ref),
      endingFields.getAll(reader, stateRef),
      reader.getAll(registrations.ref(run.db, REGISTRATION_ID, id)),
    ]);
    const found = parseOwnAgent(caller, document);
    if (state?.tokenGeneration !== tokenGeneration) {
      // An earlier attempt of this call may have been stored and lost its answer.
      const isOwn = registration ? current?.get('codeHash') === registration.codeHash : state?.deleting === true;
      return isOwn ? tried : null;
    }
    tried = found;
    run.activity?.describe({ id, name: found.name });
    const agentSeq = state.agentSeq + 1;
    const { location } = found;
    const verdictChange = newVerdictChange(
      { agentId: id, location, agentSeq, liveness: 'retired', verdicts: {} },
      run.nowMs,
    );
    writer.update(ref, agents.toUpdate({ registered: false, lost: false }));
    writer.update(
      stateRef,
      agentStates.toUpdate({
        tokenGeneration: tokenGeneration + 1,
        publicKey: null,
        deleting: registration === null,
        agentSeq,
      }),
    );
    writer.create(verdictChanges.ref(run.db, verdictChangeId(id, agentSeq)), verdictChanges.toDocument(verdictChange));
    if (registration)
      writer.set(registrations.ref(run.db, REGISTRATION_ID, id), registrations.toDocument(registration));
    return found;
  });
}

/**
 * The security rules accept the old device's token, so no new one may be issued, not even for an unused custom token.
 * A user who never signed in is created to be disabled; a concurrent call that created it may have left it enabled.
 */
async function disableAuthUser({ auth }: ApiRun, uid: string): Promise<void> {
  const disable = async () => {
    await auth.updateUser(uid, { disabled: true });
    await auth.revokeRefreshTokens(uid);
  };
  const create = () => auth.createUser({ uid, disabled: true }).catch(onCode('auth/uid-already-exists', disable));
  await disable().catch(onCode('auth/user-not-found', create));
}

/** Continues with `then` after an Auth error with this code; throws any other error. */
function onCode(code: string, then: () => Promise<unknown>) {
  return (error: unknown) => {
    if (codeOf(error) === code) return then();
    throw error;
  };
}
