import { seeded } from '@farwatch/core/testing/seeded';

/** Random numbers: the same seed gives the same ones. */
export class Random {
  private readonly numbers: ReturnType<typeof seeded>;

  constructor(seed: number) {
    this.numbers = seeded(seed);
  }

  /** Returns a number in [0, 1). */
  next(): number {
    return this.numbers.share();
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return this.numbers.whole(from, to);
  }

  /**
   * Like `between`, with small numbers as often as large ones of any size: for durations. `from` is at least
   * 1.
   */
  spread(from: number, to: number): number {
    return this.numbers.spread(from, to);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Letters and digits. */
  text(length: number): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
    return Array.from({ length }, () => letters[Math.floor(this.next() * letters.length)]).join('');
  }

  /** An independent source of random numbers. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
