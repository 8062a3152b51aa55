import type { Assignment } from '@farwatch/core/documents/assignment';
import { assignedEndpointSample } from '@farwatch/core/testing/samples';
import type { Checked } from '../../probe/testing/check-at.ts';

/** An owner's assignment: URLs, or URLs with options, by endpoint. */
export function assignmentOf(checked: Record<string, string | Checked>, changes: Partial<Assignment> = {}): Assignment {
  const endpoints = Object.fromEntries(
    Object.entries(checked).map(([id, each]) => {
      const target = typeof each === 'string' ? { url: each } : each;
      return [id, assignedEndpointSample({ ...target, name: id, group: 'shop', monitorId: 'm1' })];
    }),
  );
  return {
    location: 'tw',
    ownerId: 'o1',
    agentId: 'a1',
    generation: 1,
    live: true,
    liveSeq: 1,
    intervalSec: 3_600,
    plannedChecks: 0,
    features: [],
    count: Object.keys(checked).length,
    endpoints,
    changedAt: 1,
    ...changes,
  };
}
