import type { Monitor } from '../../documents/monitor.ts';
import { LIMITS } from '../../values/limits.ts';

/** A vote with everything that it can have, as JSON with its location. */
export const VOTE_BYTES = 200;

/**
 * Whether a monitor has too many endpoints after an edit, or is too large for its document once every location has voted
 * on each of them; and more or larger than before (null for a new one).
 */
export function isMonitorTooLarge(before: Monitor | null, after: Monitor): boolean {
  const [count, bytes] = [after.order.length, bytesOf(after)];
  if (count > LIMITS.endpointsPerMonitor && count > (before?.order.length ?? 0)) return true;
  return bytes > LIMITS.monitorBytes && bytes > (before ? bytesOf(before) : 0);
}

/** The bytes of what its owner edits, as JSON in UTF-8, and of all votes. */
function bytesOf({ endpoints, transitions: _, incidents: __, maintenance: ___, ...monitor }: Monitor): number {
  const bare = Object.entries(endpoints).map(([id, endpoint]) => [id, { ...endpoint, votes: {} }]);
  const text = JSON.stringify({ ...monitor, endpoints: bare });
  return new TextEncoder().encode(text).length + VOTE_BYTES * bare.length * monitor.locations.length;
}
