import { type RegisterAgentOutput, registerAgentCall } from '@farwatch/core/contracts/calls/register-agent';
import type { Agent, AgentState, Registration } from '@farwatch/core/documents/agent';
import { markHour } from '@farwatch/core/values/dirty-hours';
import { AGENT } from '@farwatch/core/values/limits';
import { HOUR_MS, hourStart } from '@farwatch/core/values/time';
import type { DocumentReference, Transaction } from 'firebase-admin/firestore';
import { agentOfCode, hasHash } from '../../domain/agents/codes.ts';
import { agentStates, agents, REGISTRATION_ID, registrations } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { AgentRefused } from './agent-refused.ts';

const marks = agentStates.pick('dirtyHours', 'dirtyAt', 'agentSeq');

/**
 * Callable `registerAgent` (docs/agent.md, Identity): uses up the code and gives the agent to this key. It gets
 * no assignments before its first check-in. The same device may repeat the call for ten minutes. Throws AgentRefused
 * for a code that is unknown, used or expired.
 */
export async function registerAgent(run: Run, data: unknown): Promise<RegisterAgentOutput> {
  const parsed = registerAgentCall.input.safeParse(data);
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
    const marked = await markRecentHours(tx, refs.state, found, run.nowMs);
    tx.update(refs.registration, registrations.toUpdate({ code: null, usedAt: run.nowMs, usedByKey: publicKey }));
    // Lost, so that its first report counts as a return: the location is planned again and its votes count. Its spool
    // stays known, since the same device may register again and repeat its last report.
    const presence = { lost: true, abstainingSince: null };
    tx.update(refs.state, agentStates.toUpdate({ publicKey, ...presence, ...marked }));
    const activatedAt = found.activatedAt ?? run.nowMs;
    const unseen = { lost: false, condition: null, abstainingSince: null, lastReportAt: null };
    tx.update(refs.agent, agents.toUpdate({ registered: true, device, activatedAt, ...unseen }));
    return found;
  });
  return { agentId, name: agent.name, location: agent.location, serverAt: run.nowMs };
}

/** Marks the previous device's hours that are not rolled up yet: the hourly job finds agents by their last report. */
async function markRecentHours(
  tx: Transaction,
  ref: DocumentReference,
  { lastReportAt }: Agent,
  nowMs: number,
): Promise<Partial<AgentState>> {
  const recent = [0, 1, 2].map((back) => hourStart(nowMs) - back * HOUR_MS);
  const waiting = recent.filter((hourAt) => lastReportAt !== null && lastReportAt >= hourAt);
  if (waiting.length === 0) return {};
  const [state] = await marks.getAll(tx, ref);
  if (!state) return {};
  const { dirtyHours, dirtyAt, agentSeq } = state;
  const marked = waiting.reduce((hours, hourAt) => markHour(hours, hourAt, agentSeq), dirtyHours);
  return { dirtyHours: marked, dirtyAt: dirtyAt ?? nowMs };
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
