import type { Incident } from '../../documents/incident.ts';
import type { LocationCode } from '../../values/locations.ts';

/** The locations to name with an incident: while it is active those that see it now, then all that ever did. */
export function shownLocations({
  status,
  locations,
  downLocations,
}: Pick<Incident, 'status' | 'locations' | 'downLocations'>): readonly LocationCode[] {
  return status === 'active' ? downLocations : locations;
}
