import { INCIDENT_TITLES, type Incident } from '../../documents/incident.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { slowLimitAt } from '../../values/slow.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Vote, Votes } from '../../values/vote.ts';
import { changeIncident, type DowntimeInput, openingFields, resolveIncident, withMaintenance } from './incident.ts';
import { slowVotes } from './status-rules.ts';

type SlowInput = Omit<DowntimeInput, 'lastError'> & {
  status: EndpointStatus;
  /** The votes that make it slow, none if it is not. */
  slow: Votes;
  limits: Parameters<typeof slowLimitAt>[0];
  /** Whether its owner has set another limit. */
  isLimitChanged: boolean;
};

/**
 * Decides the endpoint's incident about slow responses after its votes changed (docs/status.md, Slow); null if nothing
 * changes. It opens and ends with the status, and stays open while the endpoint, or a location that was slow, is not up: a
 * failure, or missing data, is no measurement of how fast it is.
 */
export function decideSlow(input: SlowInput): Incident | null {
  const { open, subject, status, slow, limits, isLimitChanged, atMs } = input;
  if (open && isLimitChanged) return resolveIncident(open, 'unmonitored', atMs);
  if (status !== 'up') return null;
  const locations = orderedLocations(Object.keys(slow) as LocationCode[]);
  const [first] = locations;
  const measured = Object.fromEntries(
    locations.map((code) => [code, { ms: slow[code]?.slow?.ms ?? 0, limitMs: slowLimitAt(limits, code) }]),
  );
  if (open) {
    const sinceMs = Math.max(atMs, open.updates.at(-1)?.createdAt ?? open.triggeredAt);
    if (!first) return mayStillBeSlow(input) ? null : resolveIncident(open, 'recovered', sinceMs);
    const changed = changeIncident(open, locations, 'minor', sinceMs);
    return changed && { ...changed, details: { ...open.details, slow: { ...open.details.slow, ...measured } } };
  }
  if (!first) return null;
  const { url } = subject.endpoint;
  const nothing = { expectedStatus: null, actualStatus: null, error: null, certificateEndsAt: null };
  const opened: Incident = {
    ...subject,
    type: 'slow',
    title: INCIDENT_TITLES.slow,
    ...openingFields('minor', first, locations, atMs),
    details: { url, ...nothing, slow: measured },
  };
  return withMaintenance(opened, null, input);
}

/** Whether most would be slow if locations that were slow, and now tell nothing since they are down or unknown, still are. */
function mayStillBeSlow({ votes, counting }: Pick<SlowInput, 'votes' | 'counting'>): boolean {
  const entries = Object.entries(votes) as [LocationCode, Vote][];
  const last = entries.filter(([code, { slow }]) => slow || counting[code]?.up);
  const asUp = Object.fromEntries(last.map(([code, vote]) => [code, { ...vote, up: true }]));
  return Object.keys(slowVotes(asUp)).length > 0;
}
