import { z } from 'zod';

/** How a service fails instead of answering normally; `ok`, `hang` or one of its failures. */
export const modeSchema = z.object({
  service: z.string(),
  mode: z.string(),
  /** Sent with failures that name a time. */
  retryAfterSec: z.number().min(0).default(1),
  /** After this many requests it is ok again; null: until it is switched. */
  times: z.int().min(1).nullable().default(null),
  /** Applies only to requests for that target; null for all. */
  target: z.string().nullable().default(null),
});
export type Mode = z.infer<typeof modeSchema>;

/** The mode of each service, `ok` where none is set. */
export class Modes {
  readonly #modes = new Map<string, Mode>();

  set(mode: Mode): void {
    if (mode.mode === 'ok') this.#modes.delete(mode.service);
    else this.#modes.set(mode.service, mode);
  }

  /** The mode for one request, which it counts; null if the service answers normally. */
  take(service: string, target: string): Mode | null {
    const mode = this.#modes.get(service);
    if (!mode || (mode.target !== null && mode.target !== target)) return null;
    if (mode.times === 1) this.#modes.delete(service);
    else if (mode.times !== null) this.#modes.set(service, { ...mode, times: mode.times - 1 });
    return mode;
  }
}
