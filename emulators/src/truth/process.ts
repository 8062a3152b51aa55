import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Globals } from './bundle.ts';
import type { MachineClock } from './machine-clock.ts';
import type { Random } from './random.ts';

const requireReal = createRequire(import.meta.url);
/** These decide nothing and touch nothing outside. */
const HARMLESS = new Set(['zod', 'node:path', 'node:util', 'node:url', 'node:events', 'node:buffer']);

/**
 * One process on a machine: its timers, its chance, and what it imports. Once it has ended, nothing of it goes on: its
 * timers do not fire, and what it waits for never comes.
 */
export class Process {
  readonly clock: MachineClock;
  readonly random: Random;
  private readonly startedMs: number;
  private isOver = false;
  private readonly timers = new Map<object, () => void>();

  constructor(clock: MachineClock, random: Random) {
    this.clock = clock;
    this.random = random;
    this.startedMs = clock.monotonic();
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  end(): void {
    this.isOver = true;
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
  }

  /** Since it started, ms. */
  readonly monotonic = (): number => this.clock.monotonic() - this.startedMs;

  /** What it says comes through only while it lives, and the machine is awake. */
  receive(work: () => void): void {
    this.clock.deliver(() => {
      if (!this.isOver) work();
    });
  }

  /** Ends after so long of the machine's time; never, once the process has ended. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.setTimer(delayMs, resolve));
  }

  /** Its globals, with these modules for what it imports. */
  globals(modules: Record<string, unknown>): Globals {
    const { clock, random } = this;
    const found: Record<string, unknown> = { ...this.ownModules(), ...modules };
    return {
      performance: { now: this.monotonic },
      Date: dateBy(() => clock.wall()),
      Math: Object.assign(Object.create(Math), { random: () => random.next() }),
      setTimeout: (work: () => void, delayMs: number) => this.setTimer(delayMs, work),
      clearTimeout: (timer: object) => this.clearTimer(timer),
      setInterval: (work: () => void, everyMs: number) => this.setTimer(everyMs, work, everyMs),
      clearInterval: (timer: object) => this.clearTimer(timer),
      console: { log: ignore, warn: ignore, error: ignore },
      require: (name: string) => {
        if (found[name]) return found[name];
        if (HARMLESS.has(name)) return requireReal(name);
        return absent(name);
      },
    };
  }

  private ownModules(): Record<string, unknown> {
    const { random } = this;
    const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random.between(0, 255)));
    return {
      'node:timers/promises': { setTimeout: (ms: number, _value: unknown, options?: Sleep) => this.sleep(ms, options) },
      'node:crypto': {
        createHash,
        createPublicKey,
        verify,
        timingSafeEqual,
        randomBytes: bytes,
        randomUUID: () => bytes(16).toString('hex'),
      },
      'node:os': { uptime: () => this.clock.uptime() / 1000, constants: { signals: {} } },
      'node:fs': { readFileSync: () => 'boot' },
    };
  }

  private sleep(ms: number, { signal }: Sleep = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopped = () => reject(new Error('aborted'));
      if (signal?.aborted) return stopped();
      const timer = this.setTimer(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      const onAbort = () => {
        this.clearTimer(timer);
        stopped();
      };
      signal?.addEventListener('abort', onAbort);
    });
  }

  private setTimer(delayMs: number, work: () => void, everyMs: number | null = null): object {
    const timer = { ref: () => timer, unref: () => timer };
    if (this.isOver) return timer;
    const fire = () => {
      if (everyMs === null) this.timers.delete(timer);
      work();
    };
    this.timers.set(timer, this.clock.timer(delayMs, fire, everyMs));
    return timer;
  }

  private clearTimer(timer: object): void {
    this.timers.get(timer)?.();
    this.timers.delete(timer);
  }
}

type Sleep = { signal?: AbortSignal };

function ignore(): void {
  // What programs print is no part of the proof.
}

/** The class Date, by another clock. */
function dateBy(now: () => number): unknown {
  return class extends Date {
    constructor(...given: [] | [number | string]) {
      super(given.length === 0 ? now() : given[0]);
    }

    static override now(): number {
      return now();
    }
  };
}

/** A module that a world does not have: it may be imported, and fails where it is used. */
function absent(name: string): unknown {
  return new Proxy(class {}, {
    get: (_target, key) => {
      if (key === '__esModule') return false;
      if (key === 'prototype') return Object.prototype;
      return class {
        constructor() {
          throw new Error(`${name} is not part of a world`);
        }
      };
    },
  });
}
