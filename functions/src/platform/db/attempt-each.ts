import { setTimeout as sleep } from 'node:timers/promises';

/** Runs the work for every item, `atOnce` at a time, even after a failure; throws all failures together at the end. */
export async function attemptEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  { atOnce = 1, what = 'parts' }: { atOnce?: number; what?: string } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker));
  const [only] = failures;
  if (failures.length === 1) throw only;
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} ${what} failed`);
}

/**
 * Returns the same work, started in the order of calls: each call starts once the one before has ended or `maxWaitMs`
 * have passed.
 */
export function startInOrder<T>(work: (item: T) => Promise<unknown>, maxWaitMs: number): (item: T) => Promise<unknown> {
  let turn: Promise<unknown> = Promise.resolve();
  return (item) => {
    const started = turn.then(() => work(item));
    turn = turn.then(() => Promise.race([started.catch(() => {}), sleep(maxWaitMs, null, { ref: false })]));
    return started;
  };
}

/** Does the work in its key's turn. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Returns a function that does works side by side, `atOnce` at a time, those of one key one by one in the order of calls. */
export function takeTurns(atOnce: number): InTurn {
  const last = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const enter = () => {
    free -= 1;
    return free >= 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    free += 1;
    waiting.shift()?.();
  };
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const done = before.then(enter).then(() => work().finally(leave));
    last.set(
      key,
      done.catch(() => {}),
    );
    return done;
  };
}

/** The list in chunks of at most `size` items. */
export function splitIntoChunks<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** An error's message in one line; for an AggregateError with the first error's message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${reasonOf(error.errors[0])}`;
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replace(/\s+/g, ' ');
}
