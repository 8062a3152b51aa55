import { setTimeout as sleep } from 'node:timers/promises';

/** Calls `read` until it returns neither null nor false; throws with `what` after `withinMs`. */
export async function until<T>(
  what: string,
  withinMs: number,
  read: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== null && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await sleep(50);
  }
}
