import type { Domain, DomainProblem, DomainVote, Registration } from '../../documents/domain.ts';
import type { DomainPartChange } from '../../documents/message.ts';
import { DOMAIN } from '../../values/limits.ts';

/** The answer of a registry that failed or refused a query. `retryAfterMs` is how long it requests a wait, or null. */
type FailedAnswer = {
  failed: Extract<DomainProblem, 'refused' | 'busy' | 'unavailable' | 'insecure' | 'unreadable'>;
  /** Null if there was no answer, or one with a registration's status code that could not be read. */
  statusCode: number | null;
  retryAfterMs: number | null;
};

/** The result of a query of a registry. */
export type RegistryAnswer =
  | { found: Registration }
  | { unknown: Extract<DomainProblem, 'noRdap' | 'notFound'> }
  | FailedAnswer;

/** A vote that a domain casts, and since when that is so. */
export type CastVote = DomainVote & { sinceMs: number };

/** A domain afterwards, its vote if that is another one, and what changed of the registration. */
export type DomainChange = { domain: Domain; vote: CastVote | null; changes: DomainPartChange[] };

const [FIRST_WARNING_MS] = DOMAIN.warningsMs;
/** The registration has ended, and only its previous holder can restore it, or no one (RFC 8056, 2). */
const ENDED_STATUSES: readonly string[] = ['redemption period', 'pending delete'];

/**
 * Applies an answer: only one with a registration that has ended makes a domain down. A registry that fails changes
 * nothing but the time of the next try, unless nothing is known of the domain: it is then unknown after some failures,
 * or at once if the registry refuses the query. A registry that does not know the name makes the domain unknown.
 */
export function applyAnswer(before: Domain, answer: RegistryAnswer, nowMs: number): DomainChange {
  const queried = { ...before, askedAt: nowMs, statusCode: null };
  if ('failed' in answer) return applyFailure(queried, answer, nowMs);
  if ('unknown' in answer) {
    // What was registered before is looked for sooner.
    const askAt = nowMs + (before.registration ? DOMAIN.dailyMs : DOMAIN.queriedEveryMs);
    const domain: Domain = { ...queried, problem: answer.unknown, failures: 0, askAt };
    return withVote(domain, { state: 'unknown', endsAt: null, sinceMs: nowMs }, []);
  }
  const registration = withKnown(answer.found, before.registration);
  const { expiresAt } = registration;
  const vote = voteOn(registration, nowMs);
  const domain: Domain = {
    ...queried,
    registration,
    answeredAt: nowMs,
    problem: expiresAt === null ? 'noExpiration' : null,
    failures: 0,
    askAt: vote.state === 'expired' ? nowMs + DOMAIN.dailyMs : nextAsk(expiresAt, nowMs),
  };
  return withVote(domain, vote, changesOf(before.registration, registration));
}

function applyFailure(
  queried: Domain,
  { failed, statusCode, retryAfterMs }: FailedAnswer,
  nowMs: number,
): DomainChange {
  const failures = queried.failures + 1;
  const isRefused = failed === 'refused';
  const askAt = isRefused ? nowMs + DOMAIN.dailyMs : nextTry(failures, retryAfterMs, nowMs);
  const domain: Domain = { ...queried, problem: failed, statusCode, failures, askAt };
  const isGivenUp = isRefused || failures >= DOMAIN.failuresUntilUnknown;
  if (queried.vote.state !== 'new' || !isGivenUp) return { domain, vote: null, changes: [] };
  return withVote(domain, { state: 'unknown', endsAt: null, sinceMs: nowMs }, []);
}

/** An answer without registrar or name servers leaves those that are known: some registries omit them at times. */
function withKnown(found: Registration, known: Registration | null): Registration {
  return {
    ...found,
    registrar: found.registrar ?? known?.registrar ?? null,
    nameServers: found.nameServers.length > 0 ? found.nameServers : (known?.nameServers ?? []),
  };
}

function voteOn({ expiresAt, statuses }: Registration, nowMs: number): CastVote {
  const hasEnded = statuses.some((status) => ENDED_STATUSES.includes(status.toLowerCase()));
  if (hasEnded || (expiresAt !== null && expiresAt <= nowMs))
    return { state: 'expired', endsAt: null, sinceMs: Math.min(nowMs, expiresAt ?? nowMs) };
  if (expiresAt === null) return { state: 'unknown', endsAt: null, sinceMs: nowMs };
  const isWarned = expiresAt - nowMs <= FIRST_WARNING_MS;
  return { state: 'up', endsAt: isWarned ? expiresAt : null, sinceMs: nowMs };
}

function withVote(domain: Domain, cast: CastVote, changes: DomainPartChange[]): DomainChange {
  const { state, endsAt } = cast;
  const isSame = domain.vote.state === state && domain.vote.endsAt === endsAt;
  if (isSame) return { domain, vote: null, changes };
  return { domain: { ...domain, vote: { state, endsAt }, voteSeq: domain.voteSeq + 1 }, vote: cast, changes };
}

function changesOf(before: Registration | null, after: Registration): DomainPartChange[] {
  if (!before) return [];
  const registrars = { part: 'registrar' as const, before: before.registrar ?? '', after: after.registrar ?? '' };
  const servers = {
    part: 'nameServers' as const,
    before: before.nameServers.join(', '),
    after: after.nameServers.join(', '),
  };
  return [registrars, servers].filter((each) => each.before !== '' && each.before !== each.after);
}

/**
 * Returns when a registry that has answered is queried next: weekly, daily from 60 days before the expiry on, and at the first
 * warning and the expiry themselves.
 */
export function nextAsk(expiresAt: number | null, nowMs: number): number {
  if (expiresAt === null) return nowMs + DOMAIN.queriedEveryMs;
  const dailyFrom = expiresAt - DOMAIN.dailyFromMs;
  if (nowMs < dailyFrom) return Math.min(nowMs + DOMAIN.queriedEveryMs, dailyFrom);
  const times = [expiresAt - FIRST_WARNING_MS, expiresAt].filter((atMs) => atMs > nowMs);
  return Math.min(nowMs + DOMAIN.dailyMs, ...times);
}

/**
 * Returns when a registry that has failed so many times in a row is queried again: after an hour, then twice as long each
 * time, up to a day, and not before the time that it requests.
 */
export function nextTry(failures: number, retryAfterMs: number | null, nowMs: number): number {
  const backoffMs = Math.min(DOMAIN.retryToMs, DOMAIN.retryFromMs * 2 ** (Math.max(1, failures) - 1));
  return nowMs + Math.min(DOMAIN.retryToMs, Math.max(backoffMs, retryAfterMs ?? 0));
}
