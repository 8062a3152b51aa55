import { isOfTarget, isShortage, type OwnFault } from '@farwatch/core/agents/own-fault';
import { AGENT } from '@farwatch/core/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/time';
import type { Planned } from '../schedule/plan.ts';
import type { KnowledgeBook } from './knowledge.ts';

/** How long a fault is reported after it last occurred: longer than the time between reports. */
const TOLD_MS = 3 * MINUTE_MS;
const RETRY_AT_MOST_MS = MINUTE_MS;
/** How long at least fewer checks run at a time after a shortage. */
const FEWER_FOR_MS = 10 * MINUTE_MS;
const FEWEST = 2;

/** `sleptMs`: how long the machine had slept in all by `sinceMs`. */
type Hindered = { fault: OwnFault; sinceMs: number; sleptMs: number; times: number };

export type OwnTroublesOptions = {
  knowledge: KnowledgeBook;
  /** How many checks run at a time without a shortage. */
  places: number;
  /** How long the machine has slept in all; no check was tried in that time. */
  sleptMs: () => number;
  onPlaces: (places: number) => void;
};

/**
 * The agent's own faults (docs/architecture.md, Own faults): at which endpoints and since when, when to retry, and how
 * many checks to run at a time. Epoch ms.
 */
export class OwnTroubles {
  private readonly options: OwnTroublesOptions;
  private readonly hindered = new Map<string, Hindered>();
  private readonly metAtMs = new Map<OwnFault, number>();
  private places: number;
  private changedPlacesAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: OwnTroublesOptions) {
    this.options = options;
    this.places = options.places;
  }

  /**
   * A check failed by the agent's own fault. Returns when to retry, null for the usual interval. If the endpoint cannot
   * be judged for long (without a verdict: twice in a row), its verdict is withdrawn; `isNews`: to be reported.
   */
  note({ key, generation }: Pick<Planned, 'key' | 'generation'>, fault: OwnFault, nowMs: number) {
    const { knowledge } = this.options;
    const before = this.hindered.get(key);
    const nowSleptMs = this.options.sleptMs();
    const { sinceMs, sleptMs, times } = before ?? { sinceMs: nowMs, sleptMs: nowSleptMs, times: 0 };
    this.hindered.set(key, { fault, sinceMs, sleptMs, times: times + 1 });
    this.metAtMs.set(fault, nowMs);
    if (isShortage(fault)) this.bearLess(nowMs);
    const isBound = isOfTarget(fault);
    const patienceMs = isBound && knowledge.verdictOf(key) === null ? 0 : AGENT.withdrawAfterMs;
    // Without a network it could not be reported, and with it the verdicts return.
    const isForLong =
      before !== undefined && fault !== 'no-network' && nowMs - sinceMs - (nowSleptMs - sleptMs) >= patienceMs;
    const isOther = isForLong && knowledge.withdrawalOf(key)?.reason !== fault;
    if (isOther) knowledge.withdraw(key, { reason: fault, since: sinceMs });
    knowledge.pass(key);
    const isUsual = isBound && times > 0;
    const retryInMs = isUsual ? null : Math.min(AGENT.recheckAfterMs * 2 ** Math.min(times, 10), RETRY_AT_MOST_MS);
    const isUntold = knowledge.withdrawalOf(key) !== null && knowledge.isNewUnder(key, generation);
    return { retryInMs, isNews: isUntold || isOther };
  }

  /** A check of the endpoint had a result. */
  clear(key: string, nowMs: number): void {
    this.hindered.delete(key);
    if (this.places < this.options.places && nowMs - this.changedPlacesAtMs > FEWER_FOR_MS) {
      this.setPlaces(Math.min(this.options.places, 2 * this.places), nowMs);
    }
  }

  /** The clock was off by `byMs`: durations stay the same. */
  retime(byMs: number): void {
    for (const hindered of this.hindered.values()) hindered.sinceMs += byMs;
    for (const [fault, atMs] of this.metAtMs) this.metAtMs.set(fault, atMs + byMs);
    this.changedPlacesAtMs += byMs;
  }

  keepOnly(isThere: (key: string) => boolean): void {
    for (const key of this.hindered.keys()) if (!isThere(key)) this.hindered.delete(key);
  }

  /** The faults of now and of the last minutes, except those of the guard's own rules. */
  list(nowMs: number): OwnFault[] {
    const present = new Set([...this.hindered.values()].map(({ fault }) => fault));
    for (const [fault, atMs] of this.metAtMs) {
      const isShort = isShortage(fault) && this.places < this.options.places;
      if (isShort || nowMs - atMs < TOLD_MS) present.add(fault);
      else if (!present.has(fault)) this.metAtMs.delete(fault);
    }
    present.delete('refused-address');
    return [...present].sort();
  }

  /** How many endpoints cannot be checked now because of this machine. */
  countUnchecked(): number {
    return [...this.hindered.values()].filter(({ fault }) => !isOfTarget(fault)).length;
  }

  private bearLess(nowMs: number): void {
    // Failures at the same time are one shortage.
    if (nowMs - this.changedPlacesAtMs < SECOND_MS && this.places < this.options.places) return;
    this.setPlaces(Math.max(FEWEST, Math.floor(this.places / 2)), nowMs);
  }

  private setPlaces(places: number, nowMs: number): void {
    this.changedPlacesAtMs = nowMs;
    if (places === this.places) return;
    this.places = places;
    this.options.onPlaces(places);
  }
}
