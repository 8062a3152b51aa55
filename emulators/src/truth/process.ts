import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, createPublicKey, hash, timingSafeEqual, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type { Random } from '../platform/random.ts';
import type { MachineClock } from './machine-clock.ts';

const requireReal = createRequire(import.meta.url);
/** Modules without state or I/O, which programs may share. */
const HARMLESS = new Set(['zod', 'node:path', 'node:zlib', 'node:util', 'node:url', 'node:events', 'node:buffer']);

/** The globals that a program gets from its simulated process instead of from Node. */
export const SIMULATED_GLOBALS = [
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

type Globals = Record<(typeof SIMULATED_GLOBALS)[number], unknown>;
/** The imports of a process, by module. */
export type Modules = Record<string, Record<string, unknown>>;

/** The process whose code runs, also after it has awaited something. */
const running = new AsyncLocalStorage<Process>();

function current(): Process {
  const process = running.getStore();
  if (!process) throw new Error('a program runs only in a process');
  return process;
}

/** A process on a machine: its timers, randomness and imports. After its end no timer fires and no wait ends. */
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

  provide(modules: Modules): void {
    this.modules = { ...this.ownModules(), ...modules };
  }

  imported(name: string, key: string): unknown {
    return this.modules[name]?.[key];
  }

  /** Runs the work, and everything that follows from it, in this process. */
  run<T>(work: () => T): T {
    return this.enter(work);
  }

  end(): void {
    this.isOver = true;
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
  }

  /** Returns the time since it started, ms. */
  readonly monotonic = (): number => this.clock.monotonic() - this.startedMs;

  /** Runs the work when the machine is awake, unless the process has ended. */
  receive(work: () => void): void {
    this.clock.deliver(() => {
      if (!this.isOver) this.run(work);
    });
  }

  /** Resolves after that time of the machine; never if the process has ended. */
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
        createHmac,
        createPublicKey,
        hash,
        verify,
        timingSafeEqual,
        randomBytes: bytes,
        randomUUID: () => bytes(16).toString('hex'),
      },
      'node:os': { uptime: () => this.clock.uptime() / 1000, constants: { signals: {} } },
      'node:fs': { readFileSync: () => 'boot', openSync: () => 0, closeSync: () => undefined },
      'node:net': { isIP },
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

/** Globals for programs that many processes run: each use goes to the process whose code runs. */
export function globalsOfProcesses(): Globals {
  const setTimer = (work: () => void, delayMs: number, everyMs: number | null) =>
    current().setTimer(delayMs, work, everyMs);
  const clearTimer = (timer: object) => current().clearTimer(timer);
  return {
    performance: { now: () => current().monotonic() },
    Date: dateWith(() => current().clock.wall()),
    Math: Object.assign(Object.create(Math), { random: () => current().random.next() }),
    setTimeout: (work: () => void, delayMs: number) => setTimer(work, delayMs, null),
    clearTimeout: clearTimer,
    setInterval: (work: () => void, everyMs: number) => setTimer(work, everyMs, everyMs),
    clearInterval: clearTimer,
    // The output of programs is no part of the proof.
    console: { log: () => undefined, warn: () => undefined, error: () => undefined },
    require: (name: string) => (HARMLESS.has(name) ? requireReal(name) : moduleOfProcesses(name)),
  };
}

/** The class Date with another clock. */
function dateWith(now: () => number): unknown {
  return class extends Date {
    constructor(...args: [] | [number | string]) {
      super(args.length === 0 ? now() : args[0]);
    }

    static override now(): number {
      return now();
    }
  };
}

/** A module as the running process provides it. One that it does not provide fails when it is used. */
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
