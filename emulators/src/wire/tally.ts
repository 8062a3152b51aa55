import type { Cost } from './meter.ts';

export interface MethodCost extends Cost {
  calls: number;
}

/** What has gone over the wire since the last reset: all together and by method. */
export interface Counts extends MethodCost {
  methods: Record<string, MethodCost>;
}

const none: MethodCost = { calls: 0, reads: 0, writes: 0, deletes: 0 };

/** Adds up calls that went well. */
export class Tally {
  #methods = new Map<string, MethodCost>();
  #open = new Set<Promise<void>>();

  /** A call is on its way until then: a client may have its result before the call has ended, which is when it counts. */
  begin(ended: Promise<void>): void {
    this.#open.add(ended);
    void ended.then(() => this.#open.delete(ended));
  }

  /** Resolves when the calls that are on their way now have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  add(method: string, cost: Cost): void {
    this.#methods.set(method, sum(this.#methods.get(method) ?? none, { calls: 1, ...cost }));
  }

  reset(): void {
    this.#methods.clear();
  }

  counts(): Counts {
    const total = [...this.#methods.values()].reduce(sum, none);
    return { ...total, methods: Object.fromEntries(this.#methods) };
  }
}

function sum(a: MethodCost, b: MethodCost): MethodCost {
  return {
    calls: a.calls + b.calls,
    reads: a.reads + b.reads,
    writes: a.writes + b.writes,
    deletes: a.deletes + b.deletes,
  };
}
