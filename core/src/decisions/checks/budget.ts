/** Thrown when a budget is exceeded. */
export class TooMuchWork extends Error {}

/**
 * The amount of work that a computation on untrusted input may still do, in units of some 5 ns. It counts steps instead
 * of time, so that every agent gets the same result.
 */
export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  /** Throws TooMuchWork if there is less left. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork('too much work');
  }
}
