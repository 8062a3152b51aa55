import type { Cost } from './meter.ts';

export interface MethodCost extends Cost {
  calls: number;
}

/** The calls since the last reset, in total and by method. */
export interface Counts extends MethodCost {
  methods: Record<string, MethodCost>;
}

const none: MethodCost = { calls: 0, reads: 0, writes: 0, deletes: 0 };

/** Adds up successful calls. */
export class Tally {
  #methods = new Map<string, MethodCost>();
  #openCalls = new Set<Promise<void>>();

  /** Marks a call as open until then: it counts when it has ended, which may be after the client has its result. */
  open(ended: Promise<void>): void {
    this.#openCalls.add(ended);
    void ended.then(() => this.#openCalls.delete(ended));
  }

  /** Resolves when the calls that are open now have ended. */
  async allEnded(): Promise<void> {
    await Promise.all(this.#openCalls);
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
