import { windowStart } from '@farwatch/core/values/time';
import type { SpooledCheck } from './line.ts';

/** The newest checks that did not fit on disk; they are lost when the process ends. */
export class Memory {
  private readonly limit: number;
  private checks: SpooledCheck[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns how many of the oldest were dropped for these. */
  add(checks: readonly SpooledCheck[]): number {
    const all = [...this.checks, ...checks];
    this.checks = all.slice(-this.limit);
    return all.length - this.checks.length;
  }

  windows(): number[] {
    const windows = new Set(this.checks.flatMap(({ check, guess }) => (guess ? [] : windowStart(check.at))));
    return [...windows].sort((a, b) => a - b);
  }

  take(windowAt: number, limit: number, accept: (check: SpooledCheck) => boolean): SpooledCheck[] {
    const taken: SpooledCheck[] = [];
    for (const each of this.checks) {
      if (taken.length >= limit) break;
      if (!each.guess && windowStart(each.check.at) === windowAt && accept(each)) taken.push(each);
    }
    return taken;
  }

  /** Removes these; false, and nothing is removed, if one is gone already. */
  remove(checks: readonly SpooledCheck[]): boolean {
    const held = new Set(this.checks);
    if (!checks.every((check) => held.has(check))) return false;
    const gone = new Set(checks);
    this.checks = this.checks.filter((check) => !gone.has(check));
    return true;
  }

  /** The time is known: corrects guessed stamps. */
  retime(correct: (check: SpooledCheck) => SpooledCheck): void {
    this.checks = this.checks.map(correct);
  }

  /** Removes and returns everything. */
  empty(): SpooledCheck[] {
    return this.checks.splice(0);
  }
}
