import { z } from 'zod';

/**
 * What is to go wrong with the next `times` calls of a method; with `touching`, only with those whose request holds that
 * text, such as `/alerts/`. `lose`: done, but answered with `status` instead; `refuse`: answered so and not done;
 * `delay`: handed on `delayMs` later; `hold`: when released. `status`: a gRPC code; on 14, the default, clients try again.
 */
export const faultSchema = z.strictObject({
  fault: z.enum(['lose', 'refuse', 'delay', 'hold']),
  method: z.string().min(1),
  times: z.number().int().min(1).default(1),
  touching: z.string().min(1).optional(),
  status: z.number().int().min(1).max(16).default(14),
  delayMs: z.number().int().min(0).max(60_000).default(0),
});
export type Fault = z.output<typeof faultSchema>;

/** The faults that still wait for their call, oldest first. */
export class Faults {
  #waiting: Fault[] = [];
  #held: (() => void)[] = [];

  add(fault: Fault): void {
    this.#waiting.push(fault);
  }

  clear(): void {
    this.#waiting = [];
    this.release();
  }

  /** Resolves when calls that are held are next released. */
  held(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  list(): Fault[] {
    return this.#waiting;
  }

  /** The fault that meets a call with that request, used up by it; null for none. */
  take(method: string, request: Buffer): Fault | null {
    const found = this.#waiting.find(
      (fault) => fault.method === method && (fault.touching === undefined || request.includes(fault.touching)),
    );
    if (!found) return null;
    found.times -= 1;
    this.#waiting = this.#waiting.filter((fault) => fault.times > 0);
    return found;
  }
}
