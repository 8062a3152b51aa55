import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import type { MachineClock } from './machine-clock.ts';
import type { Random } from './random.ts';

const requireReal = createRequire(import.meta.url);
/** These decide nothing and touch nothing outside. */
const HARMLESS = new Set(['zod', 'node:path', 'node:util', 'node:url', 'node:events', 'node:buffer']);

/** The globals that a program gets from the process that it runs in instead of from the machine. */
export const WORLDLY = [
  'performance',
  'Date',
  'Math',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'console',
  'require',
] as const;

type Globals = Record<(typeof WORLDLY)[number], unknown>;
/** What a process imports, by module. */
export type Modules = Record<string, Record<string, unknown>>;

/** The process whose code runs: it goes with everything that its code waits for. */
const running = new AsyncLocalStorage<Process>();

function current(): Process {
  const process = running.getStore();
  if (!process) throw new Error('a program runs only in a process');
  return process;
}

/**
 * One process on a machine: its timers, its chance, and what it imports. Once it has ended, nothing of it goes on: its
 * timers do not fire, and what it waits for never comes.
 */
export class Process {
  readonly clock: MachineClock;
  readonly random: Random;
  private modules: Modules = {};
  private readonly startedMs: number;
  private isOver = false;
  private readonly timers = new Map<object, () => void>();
  private readonly enter = running.run(this, () => AsyncLocalStorage.snapshot());

  constructor(clock: MachineClock, random: Random) {
    this.clock = clock;
    this.random = random;
    this.startedMs = clock.monotonic();
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** What its program finds where it imports these modules. */
  provide(modules: Modules): void {
    this.modules = { ...this.ownModules(), ...modules };
  }

  imported(name: string, key: string): unknown {
    return this.modules[name]?.[key];
  }

  /** Does the work, and all that follows from it, in this process. */
  run<T>(work: () => T): T {
    return this.enter(work);
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
      if (!this.isOver) this.run(work);
    });
  }

  /** Ends after so long of the machine's time; never, once the process has ended. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.setTimer(delayMs, resolve));
  }

  setTimer(delayMs: number, work: () => void, everyMs: number | null = null): object {
    const timer = { ref: () => timer, unref: () => timer };
    if (this.isOver) return timer;
    const fire = () => {
      if (everyMs === null) this.timers.delete(timer);
      this.run(work);
    };
    this.timers.set(timer, this.clock.timer(delayMs, fire, everyMs));
    return timer;
  }

  clearTimer(timer: object): void {
    this.timers.get(timer)?.();
    this.timers.delete(timer);
  }

  private ownModules(): Modules {
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
}

type Sleep = { signal?: AbortSignal };

/** Globals for programs that many processes run: each use asks the process whose code it is. */
export function globalsOfProcesses(): Globals {
  const setTimer = (work: () => void, delayMs: number, everyMs: number | null) =>
    current().setTimer(delayMs, work, everyMs);
  const clearTimer = (timer: object) => current().clearTimer(timer);
  return {
    performance: { now: () => current().monotonic() },
    Date: dateBy(() => current().clock.wall()),
    Math: Object.assign(Object.create(Math), { random: () => current().random.next() }),
    setTimeout: (work: () => void, delayMs: number) => setTimer(work, delayMs, null),
    clearTimeout: clearTimer,
    setInterval: (work: () => void, everyMs: number) => setTimer(work, everyMs, everyMs),
    clearInterval: clearTimer,
    console: { log: ignore, warn: ignore, error: ignore },
    require: (name: string) => (HARMLESS.has(name) ? requireReal(name) : moduleOfProcesses(name)),
  };
}

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

/** A module as each process has it. What none has may be imported, and fails where it is used. */
function moduleOfProcesses(name: string): unknown {
  return new Proxy(class {}, {
    get: (_target, key) => {
      if (key === '__esModule') return false;
      if (key === 'prototype') return Object.prototype;
      const found = running.getStore()?.imported(name, String(key));
      return found ?? absent(name);
    },
  });
}

function absent(name: string): unknown {
  return class {
    constructor() {
      throw new Error(`${name} is not part of a world`);
    }
  };
}
