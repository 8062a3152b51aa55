import type { Domain } from '../../documents/domain.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import { nameOf } from '../../values/check-types/host-url.ts';

/**
 * Returns the domain of an endpoint `domain://name` after an edit; `before` is null for a new one. Its registry is queried
 * at once if the endpoint has started over, since its votes are gone; what is known of the same name stays.
 */
export function planDomain(
  before: Domain | null,
  { ownerId, monitorId, url, rev, status }: Endpoint,
  nowMs: number,
): Domain {
  const paused = status === 'paused';
  const name = nameOf(url);
  const place = { ownerId, monitorId, name, rev, paused };
  const known = before?.name === name ? before : newDomain(place, before, nowMs);
  const isRestarted = known.rev !== rev || known.paused !== paused;
  if (!isRestarted) return { ...known, ...place };
  return { ...known, ...place, vote: { state: 'new', endsAt: null }, failures: 0, askAt: paused ? null : nowMs };
}

type Place = Pick<Domain, 'ownerId' | 'monitorId' | 'name' | 'rev' | 'paused'>;

/** Votes of the name before count on, so that each has a number of its own. */
function newDomain(place: Place, before: Domain | null, nowMs: number): Domain {
  return {
    ...place,
    vote: { state: 'new', endsAt: null },
    voteSeq: before?.voteSeq ?? 0,
    registration: null,
    answeredAt: null,
    askedAt: null,
    problem: null,
    statusCode: null,
    failures: 0,
    askAt: place.paused ? null : nowMs,
    createdAt: nowMs,
  };
}
