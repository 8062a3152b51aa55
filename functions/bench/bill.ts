import { type Counts, readProxyCounts, resetProxy } from '../src/testing/firestore-proxy.ts';

/** Billed document operations. */
export type Documents = Pick<Counts, 'reads' | 'writes' | 'deletes'>;
/** Operations by purpose. */
export type Billed = Record<string, Documents>;

/** Counts the cost of work with the proxy between the handlers and Firestore. */
export class Bill {
  #billed: Billed = {};

  async spend(item: string, work: () => Promise<unknown>): Promise<void> {
    await resetProxy();
    await work();
    this.add(item, await readProxyCounts());
  }

  add(item: string, { reads, writes, deletes }: Documents): void {
    const before = this.#billed[item] ?? { reads: 0, writes: 0, deletes: 0 };
    const sum = { reads: before.reads + reads, writes: before.writes + writes, deletes: before.deletes + deletes };
    this.#billed[item] = sum;
  }

  clear(): void {
    this.#billed = {};
  }

  billed(): Billed {
    return this.#billed;
  }
}
