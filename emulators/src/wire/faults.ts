import { z } from 'zod';

/**
 * A fault of the next `times` calls of a method; with `touching`, only of those whose request contains that text, such
 * as `/alerts/`. `lose`: run, but answered with `status`; `refuse`: only answered with it; `delay`: forwarded `delayMs`
 * later; `hold`: when released. `status`: a gRPC code; on 14, the default, clients retry.
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

/** The pending faults, oldest first. */
export class Faults {
  #pending: Fault[] = [];
  #held: (() => void)[] = [];

  add(fault: Fault): void {
    this.#pending.push(fault);
  }

  clear(): void {
    this.#pending = [];
    this.release();
  }

  /** Resolves when held calls are next released. */
  held(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  list(): Fault[] {
    return this.#pending;
  }

  /** Takes the fault for a call with that request; null if there is none. */
  take(method: string, request: Buffer): Fault | null {
    const found = this.#pending.find(
      (fault) => fault.method === method && (fault.touching === undefined || request.includes(fault.touching)),
    );
    if (!found) return null;
    found.times -= 1;
    this.#pending = this.#pending.filter((fault) => fault.times > 0);
    return found;
  }
}
