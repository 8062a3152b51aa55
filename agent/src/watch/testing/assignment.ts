import type { Assignment } from '@farwatch/core/documents/assignment';
import { assignedEndpointSample } from '@farwatch/core/testing/samples';

/** An owner's assignment: URLs by endpoint. */
export function assignmentOf(urls: Record<string, string>, changes: Partial<Assignment> = {}): Assignment {
  const endpoints = Object.fromEntries(
    Object.entries(urls).map(([id, url]) => [
      id,
      assignedEndpointSample({ url, name: id, group: 'shop', monitorId: 'm1' }),
    ]),
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
    count: Object.keys(urls).length,
    endpoints,
    changedAt: 1,
    ...changes,
  };
}
