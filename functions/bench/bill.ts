import { type Counts, resetProxy, readProxyCounts } from '../src/testing/firestore-proxy.ts';

/** Documents, as Firestore bills them. */
export type Documents = Pick<Counts, 'reads' | 'writes' | 'deletes'>;
/** Documents by what they were read and written for. */
export type Billed = Record<string, Documents>;

/** Counts what work costs, by the proxy between the handlers and Firestore. */
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
