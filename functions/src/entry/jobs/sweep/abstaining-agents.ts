import type { Sweep } from '@farwatch/core/documents/sweep';
import { AGENT } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { agents } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { readList } from './read-list.ts';

const fields = agents.pick('location', 'abstainingSince', 'notifiedOf');

export type AbstainingAgent = Awaited<ReturnType<typeof readAbstainingAgents>>[number];

/** The agents that have abstained for five minutes, the longest first. */
export function readAbstainingAgents(run: Run, state: Pick<Sweep, 'continueFrom'>) {
  const sinceAtLatest = Timestamp.fromMillis(run.nowMs - AGENT.takenOverAfterAbstainingMs);
  const query = agents.collection(run.db).where('abstainingSince', '<=', sinceAtLatest);
  return readList(state, 'abstainingAgents', { query, fields, orderBy: 'abstainingSince' });
}
