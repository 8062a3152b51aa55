import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import type { Incident } from '@farwatch/core/documents/incident';

/** The components of a page that a detected incident affects: its endpoint and its monitor. */
export function affectedBy(
  { monitorId, endpointId }: Pick<Incident, 'monitorId' | 'endpointId'>,
  groups: PageAnswer['groups'],
): PageAnswer['groups'][number]['components'] {
  return groups
    .flatMap(({ components }) => components)
    .filter((each) => (each.endpointId === null ? each.monitorId === monitorId : each.endpointId === endpointId));
}
