import type { Planned } from '../schedule/plan.ts';

/** An endpoint of the owner o1 in the schedule, which is due and was never requested. */
export function plannedSample(endpoint: string, changes: Partial<Planned> = {}): Planned {
  const ownerId = changes.ownerId ?? 'o1';
  return {
    key: `${ownerId}/${endpoint}`,
    ownerId,
    generation: 1,
    rev: 0,
    endpoint,
    name: endpoint,
    monitorId: 'm1',
    dependsOn: [],
    url: `https://${endpoint}.farwatch.test/`,
    check: null,
    slowMs: null,
    intervalMs: 1,
    offsetMs: 0,
    dueAt: 0,
    requestedAt: 0,
    answeredAt: 0,
    confirmedDownAt: 0,
    ...changes,
  };
}
