import { AGENT } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { agents } from '../../platform/db/collections.ts';
import { findAll } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';

const AT_ONCE = 200;
const fields = agents.pick('location', 'abstainingSince', 'notifiedOf');

export type AbstainingAgent = Awaited<ReturnType<typeof readAbstainingAgents>>[number];

/** The agents that have abstained for five minutes, the longest first. */
export function readAbstainingAgents(run: Run) {
  const sinceAtLatest = Timestamp.fromMillis(run.nowMs - AGENT.takenOverAfterAbstainingMs);
  const abstaining = agents.collection(run.db).where('abstainingSince', '<=', sinceAtLatest).orderBy('abstainingSince');
  return findAll(abstaining, fields, AT_ONCE);
}
