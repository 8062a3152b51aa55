import { ResolveError } from './resolve-error.ts';

type Waiting<T> = { start: () => void; started: Promise<T>; waiters: number };

/**
 * A limited number of lookups at a time, each name once: later callers for the same name share the answer. A caller
 * gives up after `gracePeriodMs`, while the lookup counts until it actually ends.
 */
export class LookupPool<T> {
  private readonly limit: number;
  private readonly gracePeriodMs: number;
  private readonly running = new Map<string, Promise<T>>();
  private readonly waiting = new Map<string, Waiting<T>>();

  constructor(limit: number, gracePeriodMs: number) {
    this.limit = limit;
    this.gracePeriodMs = gracePeriodMs;
  }

  /** Rejects with ResolveError: `timeout` if the lookup takes too long, `own-network` if it never started. */
  run(hostname: string, lookup: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.leave(hostname);
        reject(new ResolveError(hostname, this.running.has(hostname) ? 'timeout' : 'own-network'));
      }, this.gracePeriodMs);
      const answer = this.running.get(hostname) ?? this.join(hostname) ?? this.enqueue(hostname, lookup);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  private join(hostname: string): Promise<T> | undefined {
    const known = this.waiting.get(hostname);
    if (known) known.waiters += 1;
    return known?.started;
  }

  private leave(hostname: string): void {
    const known = this.waiting.get(hostname);
    if (!known) return;
    known.waiters -= 1;
    if (known.waiters === 0) this.waiting.delete(hostname);
  }

  private enqueue(hostname: string, lookup: () => Promise<T>): Promise<T> {
    if (this.running.size < this.limit) return this.start(hostname, lookup);
    const { promise, resolve } = withResolvers<T>();
    this.waiting.set(hostname, { start: () => resolve(this.start(hostname, lookup)), started: promise, waiters: 1 });
    return promise;
  }

  private start(hostname: string, lookup: () => Promise<T>): Promise<T> {
    const running = lookup().finally(() => {
      this.running.delete(hostname);
      const [next] = this.waiting;
      if (!next) return;
      this.waiting.delete(next[0]);
      next[1].start();
    });
    this.running.set(hostname, running);
    return running;
  }
}

/** Promise.withResolvers, which Node 20 does not have. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: Promise<T>) => void } {
  let resolve: (value: Promise<T>) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
