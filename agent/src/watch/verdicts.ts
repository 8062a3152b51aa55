import type { Verdict, Withdrawal } from '@farwatch/core/documents/verdict-change';
import { firstToEnd } from '@farwatch/core/values/certificate';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { ProbeResult } from '../probe/probe.ts';
import { hasSameTarget, type Plan, type Planned } from '../schedule/plan.ts';
import {
  CONFIRM_AFTER_MS,
  confirm,
  dropUnconfirmed,
  type Finding,
  forgetSlow,
  NO_VERDICT,
  type VerdictState,
} from '../verdict/confirm.ts';
import type { Connectivity } from '../verdict/connectivity.ts';

/** A check that is due may wait for its turn that long. */
const LATE_MS = 2 * MINUTE_MS;

type Paced = Pick<Planned, 'key' | 'intervalMs'>;

/** The verdict and unconfirmed change of every endpoint of the plan, and which have no first result yet. */
export class VerdictTracker {
  private readonly known = new Map<string, VerdictState>();
  /** Endpoints whose verdict was withdrawn, and why. */
  private readonly withdrawn = new Map<string, Withdrawal>();
  /** Endpoints whose change was discarded because the agent abstained. */
  private readonly discarded = new Set<string>();
  /** When each endpoint was last checked with a result, by a clock that counts sleep, ms. */
  private readonly checkedAt = new Map<string, number>();
  /** The generation under which the verdict was last noted for a report. */
  private readonly reportedGeneration = new Map<string, number>();
  /** Endpoints without a first result, for each round in progress. */
  private rounds: { pending: Set<string>; end: () => void }[] = [];

  of(key: string): VerdictState {
    return this.known.get(key) ?? NO_VERDICT;
  }

  verdictOf(key: string): Verdict | null {
    return this.of(key).verdict;
  }

  /**
   * Whether the endpoint is up, or down, and no check contradicts it; also whether it was checked after `sinceMs`, by the
   * clock that counts sleep.
   */
  isSteadily(up: boolean, key: string, sinceMs = Number.NEGATIVE_INFINITY): boolean {
    const { verdict, unconfirmedSince } = this.of(key);
    const isChecked = (this.checkedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
    return verdict?.up === up && unconfirmedSince === null && isChecked;
  }

  /** Notes that a failure is that of the endpoint alone: the others at its host are still up. */
  markAlone(key: string): void {
    const state = this.of(key);
    if (state.verdict?.up === false) this.known.set(key, { ...state, verdict: { ...state.verdict, alone: true } });
  }

  /**
   * Notes that a check had a result. A failure that was too old to be reported, and occurs again, is to be reported.
   * `waitedMs`: how long the check waited for its turn, by which alone a failure does not become old.
   */
  noteChecked(planned: Paced, atMs: number, isEveryMinute: boolean, waitedMs: number): void {
    const { key } = planned;
    const isFailure = this.verdictOf(key)?.up === false;
    if (isFailure && !this.isFresh(planned, atMs - waitedMs, isEveryMinute)) this.reportedGeneration.delete(key);
    this.checkedAt.set(key, atMs);
  }

  /**
   * The verdict, or its withdrawal, as far as it may be reported now. A failure may not while a check contradicts it,
   * nor when it was last seen before a sleep or a time without network: the target may be up for long.
   */
  reportable(planned: Paced, nowMs: number, isEveryMinute: boolean): Verdict | Withdrawal | null {
    const { verdict, unconfirmedSince } = this.of(planned.key);
    const isFailure = verdict?.up === false;
    if (isFailure && (unconfirmedSince !== null || !this.isFresh(planned, nowMs, isEveryMinute))) return null;
    return verdict ?? this.withdrawalOf(planned.key);
  }

  /** Until the next check is late. */
  private isFresh({ key, intervalMs }: Paced, nowMs: number, isEveryMinute: boolean): boolean {
    const checkedAt = this.checkedAt.get(key) ?? nowMs;
    const everyMs = isEveryMinute ? Math.min(MINUTE_MS, intervalMs) : intervalMs;
    return nowMs - checkedAt <= everyMs + LATE_MS;
  }

  /** Follows another plan: forgets endpoints that are gone or have another target, even one they had before. */
  followPlan(before: Plan, plan: Plan): void {
    for (const [key, planned] of before) {
      const next = plan.get(key);
      if (!next || !hasSameTarget(next, planned)) this.forget(key);
      else if (next.slowMs !== planned.slowMs) this.known.set(key, forgetSlow(this.of(key), next.slowMs));
    }
    for (const { pending } of this.rounds) for (const key of pending) if (!plan.has(key)) pending.delete(key);
    this.endRounds();
  }

  /** Ends when each of these has a verdict, cannot have one now, or is gone. */
  round(keys: Iterable<string>): Promise<void> {
    const pending = new Set([...keys].filter((key) => !this.verdictOf(key) && !this.discarded.has(key)));
    return new Promise((end) => {
      this.rounds.push({ pending, end });
      this.endRounds();
    });
  }

  setState(key: string, state: VerdictState): void {
    this.known.set(key, state);
    this.discarded.delete(key);
    if (state.verdict) this.withdrawn.delete(key);
  }

  /** Why an endpoint's verdict was withdrawn; null if it was not. */
  withdrawalOf(key: string): Withdrawal | null {
    return this.withdrawn.get(key) ?? null;
  }

  /** The time is known: moves times from `fromMs` on, which were guessed, by `byMs` (epoch ms). */
  retime(fromMs: number, byMs: number): void {
    const corrected = (atMs: number) => (atMs >= fromMs ? atMs + byMs : atMs);
    for (const [key, { verdict, unconfirmedSince, streak = null }] of this.known) {
      const slow = verdict?.slow && { slow: { ...verdict.slow, since: corrected(verdict.slow.since) } };
      this.known.set(key, {
        verdict: verdict && { ...verdict, since: corrected(verdict.since), ...slow },
        unconfirmedSince: unconfirmedSince && corrected(unconfirmedSince),
        streak: streak && { ...streak, since: corrected(streak.since) },
      });
    }
    for (const [key, { reason, since }] of this.withdrawn) this.withdrawn.set(key, { reason, since: corrected(since) });
  }

  /** The endpoint's verdict no longer holds. */
  withdraw(key: string, withdrawal: Withdrawal): void {
    this.known.delete(key);
    this.withdrawn.set(key, withdrawal);
  }

  /** Notes the generation of a verdict or withdrawal to report. False if there is none, or it was noted before. */
  noteGeneration(key: string, generation: number): boolean {
    if ((this.verdictOf(key) === null && !this.withdrawn.has(key)) || this.reportedGeneration.get(key) === generation)
      return false;
    this.reportedGeneration.set(key, generation);
    return true;
  }

  /** Drops a change found while the agent abstains; the endpoint is checked again afterwards. */
  discard(key: string): void {
    this.known.set(key, dropUnconfirmed(this.of(key)));
    this.discarded.add(key);
    // Dropping the contradicting check does not make the old verdict fresh.
    this.checkedAt.set(key, Number.NEGATIVE_INFINITY);
  }

  /** The endpoints to check when the agent no longer abstains, unconfirmed ones included; their changes are dropped. */
  takeDiscarded(): string[] {
    for (const [key, { unconfirmedSince }] of this.known) if (unconfirmedSince !== null) this.discard(key);
    const keys = [...this.discarded];
    this.discarded.clear();
    return keys;
  }

  /** A check of the endpoint is done: unless unconfirmed, it has its first result. */
  markChecked(key: string): void {
    if (this.of(key).unconfirmedSince === null) this.leaveRounds(key);
  }

  /** Rounds no longer wait for the endpoint's first result. */
  leaveRounds(key: string): void {
    if (this.rounds.length === 0) return;
    for (const { pending } of this.rounds) pending.delete(key);
    this.endRounds();
  }

  private forget(key: string): void {
    this.known.delete(key);
    this.withdrawn.delete(key);
    this.reportedGeneration.delete(key);
    this.discarded.delete(key);
    this.checkedAt.delete(key);
  }

  private endRounds(): void {
    for (const { pending, end } of this.rounds) if (pending.size === 0) end();
    this.rounds = this.rounds.filter(({ pending }) => pending.size > 0);
  }
}

/** What a result did: whether the verdict changed, and when a change needs its second check (epoch ms). */
export type VerdictChange = { changed: boolean; recheckAt: number | null };

/**
 * A finding for a URL that ended at `endedAtMs` (epoch ms). `isProof`: only the internet can have answered so (see
 * `Connection`). `provenAtMs`: the last proof of connectivity before the check started (performance.now()). `confirmedElsewhere`:
 * another location has confirmed the failure, and there was proof right before the check.
 */
export type TimedFinding = Finding & {
  url: string;
  isProof: boolean;
  endedAtMs: number;
  provenAtMs: number;
  confirmedElsewhere: boolean;
};

/** Returns from when the certificate that ends first is valid; null if it is not known, since a redirect had it. */
export function certificateStartOf({ certificate, certificateEndsAtMs }: ProbeResult): number | null {
  const first = certificate && firstToEnd(certificate);
  return first?.endsAt === certificateEndsAtMs ? first.startsAt : null;
}

const isSlow = ({ verdict }: VerdictState) => (verdict?.slow ?? null) !== null;

const NO_CHANGE: VerdictChange = { changed: false, recheckAt: null };
/** When to check again if there is no proof of connectivity, although the agent does not abstain. */
const UNPROVEN_RECHECK_MS = 10 * SECOND_MS;

/**
 * Updates verdicts by results. A change, to up or down, counts only with proof of connectivity after the check, one to
 * down also with proof between the first failure and the last check: else both may stem from the same short failure
 * of the own network. There any proof will do, since proof is sought at a limited rate. Before a check of what another
 * location has confirmed, proof is sought anyway.
 */
export class VerdictUpdater {
  private readonly verdicts: VerdictTracker;
  private readonly connectivity: Connectivity;
  /** When the first failure of each endpoint's unconfirmed change ended (performance.now()). */
  private readonly failedAtMs = new Map<string, number>();

  constructor(verdicts: VerdictTracker, connectivity: Connectivity) {
    this.verdicts = verdicts;
    this.connectivity = connectivity;
  }

  /**
   * `read` returns the finding with its times as known then. It and `isCurrent` are called again after any wait:
   * meanwhile the clock may have been corrected, the change may be confirmed, or the endpoint may be gone.
   */
  async update(key: string, read: () => TimedFinding, isCurrent: () => boolean): Promise<VerdictChange> {
    const endedMs = performance.now();
    const before = this.verdicts.of(key);
    const found = read();
    const first = confirm(before, found, found.endedAtMs, found.confirmedElsewhere);
    if ((first.confirmed !== null || first.recheckAt !== null) && this.connectivity.abstaining)
      return this.discard(key);
    const isProven = this.connectivity.proves(found);
    const isFirstFailure = found.error !== null && before.verdict?.up !== false && before.unconfirmedSince === null;
    if (isFirstFailure) this.failedAtMs.set(key, endedMs);
    if (isFirstFailure && !isProven) this.lookAhead(found.url, endedMs);
    const isReachable = first.confirmed === null || isProven || (await this.connectivity.canConfirm(endedMs));
    if (!isCurrent()) return this.end(key);
    if (!isReachable && this.connectivity.abstaining) return this.discard(key);
    const again = read();
    if (!isReachable) return { changed: false, recheckAt: again.endedAtMs + UNPROVEN_RECHECK_MS };
    if (first.confirmed === 'down' && !isProven && !found.confirmedElsewhere && !this.isProvenBetween(key, found)) {
      return { changed: false, recheckAt: again.endedAtMs + CONFIRM_AFTER_MS };
    }
    const known = this.verdicts.of(key);
    const { state, recheckAt, confirmed } = confirm(known, again, again.endedAtMs, found.confirmedElsewhere);
    const isUrgent = confirmed !== null || recheckAt !== null;
    if (isUrgent || !this.connectivity.abstaining) this.verdicts.setState(key, state);
    if (state.unconfirmedSince === null) this.end(key);
    const isSlowChanged = !this.connectivity.abstaining && isSlow(known) !== isSlow(state);
    return { changed: confirmed !== null || isSlowChanged, recheckAt };
  }

  /** Looks for proof while the second check is waited for, so that it does not come later for it. */
  private lookAhead(url: string, endedMs: number): void {
    this.connectivity.noteFailure(url);
    void this.connectivity.hasProofSince(endedMs);
  }

  private isProvenBetween(key: string, { provenAtMs }: TimedFinding): boolean {
    return provenAtMs >= (this.failedAtMs.get(key) ?? Number.POSITIVE_INFINITY);
  }

  /** The endpoint is gone or has another URL. */
  forget(key: string): void {
    this.failedAtMs.delete(key);
  }

  private discard(key: string): VerdictChange {
    this.verdicts.discard(key);
    return this.end(key);
  }

  private end(key: string): VerdictChange {
    this.forget(key);
    return NO_CHANGE;
  }
}
