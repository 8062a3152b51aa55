import { type RegisterAgentOutput, registerAgentInputSchema } from '@farwatch/core/calls/register-agent';
import type { Registration } from '@farwatch/core/documents/agent';
import { AGENT } from '@farwatch/core/limits';
import { agentStates, agents, REGISTRATION_ID, registrations } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { agentOfCode, hasHash } from './codes.ts';
import { rebalance } from './rebalance.ts';
import { AgentRefused } from './refusal.ts';

/**
 * Callable `registerAgent` (design 4): the code is used up and the agent belongs to the given key. The same device may
 * repeat the call for ten minutes. Throws AgentRefused for a code that is unknown, used or expired.
 */
export async function registerAgent(run: Run, data: unknown): Promise<RegisterAgentOutput> {
  const parsed = registerAgentInputSchema.safeParse(data);
  if (!parsed.success) throw new AgentRefused({ reason: 'malformed' });
  const { code, publicKey, device } = parsed.data;
  const agentId = agentOfCode(code);
  if (!agentId) throw new AgentRefused({ reason: 'code_unknown' });
  const refs = {
    agent: agents.ref(run.db, agentId),
    registration: registrations.ref(run.db, REGISTRATION_ID, agentId),
    state: agentStates.ref(run.db, agentId),
  };
  const agent = await run.db.runTransaction(async (tx) => {
    const [agentDoc, registrationDoc] = await tx.getAll(refs.agent, refs.registration);
    const found = agentDoc && agents.read(agentDoc);
    const registration = registrationDoc && registrations.read(registrationDoc);
    if (!found || !registration || !hasHash(code, registration.codeHash))
      throw new AgentRefused({ reason: 'code_unknown' });
    if (isRepeat(registration, publicKey, run.nowMs)) return found;
    tx.update(refs.registration, registrations.part({ code: null, usedAt: run.nowMs, usedByKey: publicKey }));
    // Whether its votes count stays as flips have told it: the first report of the new device says that they do.
    tx.update(refs.state, agentStates.part({ publicKey, spool: null, formerSpools: [], seq: 0 }));
    const activatedAt = found.activatedAt ?? run.nowMs;
    tx.update(
      refs.agent,
      agents.part({ joined: true, lost: false, device, condition: null, activatedAt, lastReportAt: run.nowMs }),
    );
    return found;
  });
  await rebalance(run, agent.country);
  return { agentId, name: agent.name, country: agent.country, serverAt: run.nowMs };
}

function isRepeat(registration: Registration, publicKey: string, nowMs: number): boolean {
  if (registration.usedAt !== null) {
    const sameDevice = registration.usedByKey === publicKey && nowMs - registration.usedAt < AGENT.codeRepeatMs;
    if (sameDevice) return true;
    throw new AgentRefused({ reason: 'code_used' });
  }
  if (nowMs > registration.expiresAt) throw new AgentRefused({ reason: 'code_expired' });
  return false;
}
