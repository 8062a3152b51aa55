import type { Heartbeat } from '../../documents/heartbeat.ts';
import type { Evidence } from '../../values/check-answer.ts';
import { clipStart } from '../../values/clip.ts';
import { EVIDENCE } from '../../values/limits.ts';
import { SERVER_LOCATION } from '../../values/server-location.ts';
import type { VerdictUpdate } from '../status/decide-endpoint.ts';
import type { HeartbeatVote } from './apply-ping.ts';

/**
 * The verdict that a heartbeat's vote is to its endpoint, with the end of the ping's body as evidence of a
 * failure. The numbers of its votes take the place of an agent's reports.
 */
export function voteUpdateOf(heartbeat: Heartbeat, vote: HeartbeatVote): VerdictUpdate {
  const { sinceMs: since, error, exitStatus: statusCode } = vote;
  const slow = heartbeat.slow && { slow: heartbeat.slow };
  const verdict = { up: error === null, since, statusCode, error, rev: heartbeat.rev, ...slow };
  const source = { location: SERVER_LOCATION, generation: 0, agentSeq: heartbeat.voteSeq } as const;
  return error === null ? { ...source, verdict } : { ...source, verdict, evidence: evidenceOf(heartbeat, vote) };
}

function evidenceOf({ slug, lastSuccessAt }: Heartbeat, { sinceMs, error, exitStatus, body }: HeartbeatVote): Evidence {
  const nothing = { address: null, certificate: null };
  return {
    failed: {
      ...nothing,
      at: sinceMs,
      ms: 0,
      url: `heartbeat://${slug}`,
      statusCode: exitStatus,
      error,
      headers: [],
      body: clipStart(body, EVIDENCE.bodyBytes),
      isCut: body.length > EVIDENCE.bodyBytes,
      failedAssertions: [],
    },
    lastGood:
      lastSuccessAt === null
        ? null
        : { at: lastSuccessAt, ms: 0, address: null, statusCode: null, certificateEndsAt: null },
  };
}
