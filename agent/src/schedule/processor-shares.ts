import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';

/** The parts of the sliding minute. */
const PARTS = 12;
const PART_MS = MINUTE_MS / PARTS;
const KEPT_MS = SECOND_MS;
/** Below this use of a processor no owner delays another. */
const BUSY_MS = MINUTE_MS / 10;
/** An owner's fair share of what all use. */
const FAIR_SHARE = 0.25;

/**
 * The processor time that the checks of each owner took in the last minute (docs/agent.md, Processor time). Times by a
 * clock that never jumps.
 */
export class ProcessorShares {
  private parts: { startMs: number; usedMs: Map<string, number> }[] = [];
  /** Each start of a check reads it. */
  private known: { owners: ReadonlySet<string>; untilMs: number } = { owners: new Set(), untilMs: 0 };

  /** Adds processor time of an owner's check. */
  note(ownerId: string, usedMs: number, nowMs: number): void {
    const startMs = Math.floor(nowMs / PART_MS) * PART_MS;
    let part = this.parts.at(-1);
    if (part?.startMs !== startMs) {
      part = { startMs, usedMs: new Map() };
      this.parts = [...this.parts.filter((each) => isRecent(each, nowMs)), part];
    }
    part.usedMs.set(ownerId, (part.usedMs.get(ownerId) ?? 0) + usedMs);
  }

  /** Returns the processor time of an owner in the last minute, ms. */
  usedMs(ownerId: string, nowMs: number): number {
    return this.recent(nowMs).reduce((sum, { usedMs }) => sum + (usedMs.get(ownerId) ?? 0), 0);
  }

  /**
   * Returns the owners that are above their share, and therefore wait behind the others; empty while the checks of all
   * owners together take less than a tenth of a processor.
   */
  slowed(nowMs: number): ReadonlySet<string> {
    if (nowMs >= this.known.untilMs) this.known = { owners: this.findSlowed(nowMs), untilMs: nowMs + KEPT_MS };
    return this.known.owners;
  }

  private findSlowed(nowMs: number): ReadonlySet<string> {
    const used = new Map<string, number>();
    for (const part of this.recent(nowMs)) {
      for (const [ownerId, ms] of part.usedMs) used.set(ownerId, (used.get(ownerId) ?? 0) + ms);
    }
    const totalMs = [...used.values()].reduce((sum, ms) => sum + ms, 0);
    if (totalMs < BUSY_MS) return new Set();
    return new Set([...used].flatMap(([ownerId, ms]) => (ms > FAIR_SHARE * totalMs ? ownerId : [])));
  }

  private recent(nowMs: number): typeof this.parts {
    return this.parts.filter((part) => isRecent(part, nowMs));
  }
}

function isRecent({ startMs }: { startMs: number }, nowMs: number): boolean {
  return startMs > nowMs - MINUTE_MS;
}
