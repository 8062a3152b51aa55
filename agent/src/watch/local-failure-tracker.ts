import { AGENT } from '@farwatch/core/values/limits';
import { dependsOnTarget, isShortage, type LocalFailure } from '@farwatch/core/values/local-failure';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Planned } from '../schedule/plan.ts';
import type { VerdictTracker } from './verdicts.ts';

/** How long a failure is reported after it last occurred: longer than the time between reports. */
const REPORTED_MS = 3 * MINUTE_MS;
/** The first retry after a local failure comes this soon, and each next one takes twice as long, up to the maximum. */
const RETRY_FROM_MS = 2 * SECOND_MS;
const RETRY_AT_MOST_MS = MINUTE_MS;
/** How long at least fewer checks run at a time after a shortage. */
const FEWER_FOR_MS = 10 * MINUTE_MS;
const FEWEST = 2;

/** `sleptMs`: how long the machine had slept in total at `sinceMs`. */
type FailingEndpoint = { failure: LocalFailure; sinceMs: number; sleptMs: number; times: number };

export type LocalFailureTrackerOptions = {
  verdicts: VerdictTracker;
  /** How many checks run at a time without a shortage. */
  slots: number;
  /** How long the machine has slept in total; it could not check in that time. */
  sleptMs: () => number;
  onSlots: (slots: number) => void;
};

/**
 * The agent's local failures (docs/agent.md, Local failures): at which endpoints and since when, when to retry, and how
 * many checks to run at a time. Epoch ms.
 */
export class LocalFailureTracker {
  private readonly options: LocalFailureTrackerOptions;
  private readonly failing = new Map<string, FailingEndpoint>();
  private readonly metAtMs = new Map<LocalFailure, number>();
  private slots: number;
  private changedSlotsAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LocalFailureTrackerOptions) {
    this.options = options;
    this.slots = options.slots;
  }

  /**
   * A check failed by the agent's local failure. Returns when to retry, null for the usual interval. If the endpoint
   * cannot be checked for long (without a verdict: twice in a row), its verdict is withdrawn; `isUrgent`: to be
   * reported.
   */
  note({ key, generation }: Pick<Planned, 'key' | 'generation'>, failure: LocalFailure, nowMs: number) {
    const { verdicts } = this.options;
    const before = this.failing.get(key);
    const nowSleptMs = this.options.sleptMs();
    const { sinceMs, sleptMs, times } = before ?? { sinceMs: nowMs, sleptMs: nowSleptMs, times: 0 };
    this.failing.set(key, { failure, sinceMs, sleptMs, times: times + 1 });
    this.metAtMs.set(failure, nowMs);
    if (isShortage(failure)) this.useFewerSlots(nowMs);
    const isTargetDependent = dependsOnTarget(failure);
    const withdrawAfterMs = isTargetDependent && verdicts.verdictOf(key) === null ? 0 : AGENT.withdrawAfterMs;
    // Without a network a withdrawal could not be reported, and with it the verdicts are back.
    const isPersistent =
      before !== undefined && failure !== 'no-network' && nowMs - sinceMs - (nowSleptMs - sleptMs) >= withdrawAfterMs;
    const isNewWithdrawal = isPersistent && verdicts.withdrawalOf(key)?.reason !== failure;
    if (isNewWithdrawal) verdicts.withdraw(key, { reason: failure, since: sinceMs });
    verdicts.leaveRounds(key);
    const usesInterval = isTargetDependent && times > 0;
    const retryInMs = usesInterval ? null : Math.min(RETRY_FROM_MS * 2 ** Math.min(times, 10), RETRY_AT_MOST_MS);
    const isUnreported = verdicts.withdrawalOf(key) !== null && verdicts.noteGeneration(key, generation);
    return { retryInMs, isUrgent: isUnreported || isNewWithdrawal };
  }

  /** To be called when a check of the endpoint had a result. */
  clear(key: string, nowMs: number): void {
    this.failing.delete(key);
    if (this.slots < this.options.slots && nowMs - this.changedSlotsAtMs > FEWER_FOR_MS) {
      this.setSlots(Math.min(this.options.slots, 2 * this.slots), nowMs);
    }
  }

  /** The clock was off by `byMs`: durations stay the same. */
  retime(byMs: number): void {
    for (const endpoint of this.failing.values()) endpoint.sinceMs += byMs;
    for (const [failure, atMs] of this.metAtMs) this.metAtMs.set(failure, atMs + byMs);
    this.changedSlotsAtMs += byMs;
  }

  keepOnly(isThere: (key: string) => boolean): void {
    for (const key of this.failing.keys()) if (!isThere(key)) this.failing.delete(key);
  }

  /** Returns the failures of now and of the last minutes, except refused addresses. */
  list(nowMs: number): LocalFailure[] {
    const present = new Set([...this.failing.values()].map(({ failure }) => failure));
    for (const [failure, atMs] of this.metAtMs) {
      const isShort = isShortage(failure) && this.slots < this.options.slots;
      if (isShort || nowMs - atMs < REPORTED_MS) present.add(failure);
      else if (!present.has(failure)) this.metAtMs.delete(failure);
    }
    present.delete('refused-address');
    return [...present].sort();
  }

  /** Returns how many endpoints cannot be checked now because of this machine. */
  countUnchecked(): number {
    return [...this.failing.values()].filter(({ failure }) => !dependsOnTarget(failure)).length;
  }

  private useFewerSlots(nowMs: number): void {
    // Failures at the same time are one shortage.
    if (nowMs - this.changedSlotsAtMs < SECOND_MS && this.slots < this.options.slots) return;
    this.setSlots(Math.max(FEWEST, Math.floor(this.slots / 2)), nowMs);
  }

  private setSlots(slots: number, nowMs: number): void {
    this.changedSlotsAtMs = nowMs;
    if (slots === this.slots) return;
    this.slots = slots;
    this.options.onSlots(slots);
  }
}
