import type { Domain } from '../../documents/domain.ts';
import { SERVER_LOCATION } from '../../values/server-location.ts';
import type { VoteUpdate } from '../status/decide-endpoint.ts';
import type { CastVote } from './apply-answer.ts';

/**
 * What a domain's vote is to its endpoint: a verdict, or none where nothing is known. The numbers of its votes take the
 * place of an agent's reports.
 */
export function voteUpdateOf({ voteSeq, rev }: Domain, { state, endsAt, sinceMs: since }: CastVote): VoteUpdate {
  const source = { location: SERVER_LOCATION, generation: 0, agentSeq: voteSeq } as const;
  if (state === 'unknown' || state === 'new') return { ...source, withdrawal: { reason: 'unsupported', since, rev } };
  const error = state === 'expired' ? 'domainExpired' : null;
  const warned = endsAt === null ? {} : { certificateEndsAt: endsAt };
  return { ...source, verdict: { up: error === null, since, statusCode: null, error, rev, ...warned } };
}
