import { firstToEnd } from '@farwatch/core/values/certificate';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { ProbeResult } from '../probe/probe.ts';
import { CONFIRM_AFTER_MS, confirm, type Finding, type VerdictState } from '../verdict/confirm.ts';
import type { Connectivity } from '../verdict/connectivity.ts';
import type { VerdictTracker } from './verdict-tracker.ts';

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
