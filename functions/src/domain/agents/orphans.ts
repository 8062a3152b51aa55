import type { LocationCode } from '@farwatch/core/values/locations';
import type { Query } from 'firebase-admin/firestore';
import { assignments } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

/** Assignments without an agent at these locations, except empty ones, which need none. */
export function orphansOf(run: Run, locations: readonly LocationCode[]): Query {
  const orphans = assignments.collection(run.db).where('location', 'in', locations).where('agentId', '==', null);
  return orphans.where('count', '>', 0);
}
