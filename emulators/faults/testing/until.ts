import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats the question until the answer is neither null nor false; throws with `what` after `withinMs`. */
export async function until<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await sleep(50);
  }
}
