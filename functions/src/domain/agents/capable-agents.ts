import { capableAgents } from '@farwatch/core/decisions/agents/trial-rules';
import type { CheckFeature } from '@farwatch/core/values/check-features';
import { AGENT, TRIAL } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { agents } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

const candidateFields = agents.pick('abstainingSince', 'device', 'lost');

/** A location's registered agents that have reported within this time, the longest ago first. */
export function presentAgents(run: Run, location: LocationCode, withinMs: number = AGENT.activeWithinMs): Query {
  const registered = agents.collection(run.db).where('location', '==', location).where('registered', '==', true);
  return registered.where('lastReportAt', '>', Timestamp.fromMillis(run.nowMs - withinMs));
}

/**
 * Agents of a location that know all of `needed`, of at most twenty that have not missed a report. Reads only those.
 */
export async function readCapableAgents(run: Run, location: LocationCode, needed: readonly CheckFeature[]) {
  const present = presentAgents(run, location, AGENT.missedReportAfterMs).limit(TRIAL.candidates);
  return capableAgents(await candidateFields.find(present), needed);
}
