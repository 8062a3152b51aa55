import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Jump, jumpBetween, mayHaveJumped, type Readings } from './jump.ts';

/** An answer that took longer, for example across a sleep, is too inexact to learn the time from. */
const USABLE_WITHIN_MS = MINUTE_MS;
/** Answers usually move the time by less. */
const MOVES_MS = 5 * SECOND_MS;
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** A guess at the time before the server's was known: timestamps are `elapsed` of that boot plus the offset. */
export type Guess = { boot: string; offsetMs: number };

/** When something happened, in epoch ms, and the guess that it rests on; null if the time is known. */
export type Stamp = { atMs: number; guess: Guess | null };

/**
 * By how much timestamps of a guess must be moved, in ms: null if that is not known yet, `never` if it cannot be known.
 */
export type Correction = number | null | 'never';

/**
 * A correction of the time by `byMs`. Timestamps from `guessedFromMs` (epoch ms) on were guessed, or no timestamps if
 * it is null.
 */
export type Move = { byMs: number; guessedFromMs: number | null };

/**
 * The server's time by clocks that cannot be set (docs/agent.md, Clock). All times are epoch ms, except `monotonic`, in
 * ms since this process started, and `elapsed`, in ms since the machine started, including its sleep.
 */
export type Clock = {
  now(): number;
  monotonic(): number;
  elapsed(): number;
  /** Whether the server has sent the time since the start, and since the machine slept or its clock was set. */
  isKnown(): boolean;
  stamp(elapsedMs: number): Stamp;
  correctionOf(guess: Guess): Correction;
  /** Learns the server's time from the answer to a call sent at `sentAtMs` (`elapsed`). */
  learn(serverAtMs: number, sentAtMs: number): void;
  wallOffsetMs(): number;
  /** How long the machine has slept in total since this process started, in ms, as far as noticed. */
  sleptMs(): number;
  /** Returns what happened since the last call: the machine slept, its clock was set, or both. */
  noticeJump(): Jump;
  /** Calls `listener` whenever an answer makes the time known or moves it far. */
  onMove(listener: (move: Move) => void): void;
};

/** The wall clock is used until the server's time is known. `uptime`: ms since the machine started. */
export function createClock(
  monotonic = () => performance.now(),
  wall = () => Date.now(),
  uptime = machineUptime,
  boot = bootId(),
): Clock {
  return new ServerClock({ monotonic, wall, uptime, boot });
}

type Sources = { monotonic: () => number; wall: () => number; uptime: () => number; boot: string };

class ServerClock implements Clock {
  private readonly sources: Sources;
  private readonly boot: string;
  /** The uptime when `monotonic` was 0. */
  private readonly startMs: number;
  private seen: Readings;
  private slept = 0;
  private unnoticed: Jump = { sleptMs: 0, setMs: 0 };
  /** How far the server's time is ahead of `elapsed`, in ms. */
  private offsetMs: number;
  private guessedFromMs: number | null;
  private guessedOffsetMs: number;
  private readonly listeners: ((move: Move) => void)[] = [];

  constructor(sources: Sources) {
    this.sources = sources;
    this.seen = this.read();
    const { monotonicMs, wallMs, uptimeMs } = this.seen;
    this.boot = Number.isNaN(uptimeMs) ? processId() : sources.boot;
    this.startMs = Number.isNaN(uptimeMs) ? 0 : Math.round(uptimeMs - monotonicMs);
    this.guessedOffsetMs = Math.round(wallMs - this.elapsed());
    this.guessedFromMs = Math.round(wallMs);
    this.offsetMs = this.guessedOffsetMs;
  }

  now(): number {
    return Math.round(this.elapsed() + this.offsetMs);
  }

  monotonic(): number {
    return this.sources.monotonic();
  }

  elapsed(): number {
    return this.monotonic() + this.startMs + this.slept;
  }

  isKnown(): boolean {
    return this.guessedFromMs === null;
  }

  stamp(elapsedMs: number): Stamp {
    if (this.isKnown()) return { atMs: Math.round(elapsedMs + this.offsetMs), guess: null };
    const guessed = { boot: this.boot, offsetMs: this.guessedOffsetMs };
    return { atMs: Math.round(elapsedMs + this.guessedOffsetMs), guess: guessed };
  }

  correctionOf({ boot, offsetMs }: Guess): Correction {
    if (!this.isKnown()) return null;
    return boot === this.boot ? Math.round(this.offsetMs - offsetMs) : 'never';
  }

  learn(serverAtMs: number, sentAtMs: number): void {
    this.look();
    this.seen = this.read(); // the answer corrects the drift until now
    const receivedAtMs = this.elapsed();
    if (receivedAtMs - sentAtMs > USABLE_WITHIN_MS) return;
    const beforeMs = this.offsetMs;
    this.offsetMs = offsetAfter(beforeMs, { serverAtMs, sentAtMs, receivedAtMs });
    const { guessedFromMs } = this;
    this.guessedFromMs = null;
    const byMs = Math.round(this.offsetMs - beforeMs);
    if (guessedFromMs === null && Math.abs(byMs) < MOVES_MS) return;
    for (const listener of this.listeners) listener({ byMs, guessedFromMs });
  }

  wallOffsetMs(): number {
    return Math.round(this.sources.wall() - this.now());
  }

  sleptMs(): number {
    this.look();
    return this.slept;
  }

  noticeJump(): Jump {
    this.look();
    const jump = this.unnoticed;
    this.unnoticed = { sleptMs: 0, setMs: 0 };
    return jump;
  }

  onMove(listener: (move: Move) => void): void {
    this.listeners.push(listener);
  }

  private read(): Readings {
    const { monotonic, wall, uptime } = this.sources;
    return { monotonicMs: monotonic(), wallMs: wall(), uptimeMs: uptime() };
  }

  /** Is called before and after each check. */
  private look(): void {
    const { monotonic, wall } = this.sources;
    if (!mayHaveJumped(this.seen, { monotonicMs: monotonic(), wallMs: wall() })) return;
    const readings = this.read();
    const { sleptMs, setMs } = jumpBetween(this.seen, readings);
    if (sleptMs === 0 && setMs === 0) return;
    this.seen = readings;
    this.slept += sleptMs;
    this.unnoticed = { sleptMs: this.unnoticed.sleptMs + sleptMs, setMs: this.unnoticed.setMs + setMs };
    // A suspended virtual machine looks like a clock that was set, and uptimes are coarse: the server decides.
    if (!this.isKnown()) return;
    this.guessedOffsetMs = Math.round(this.offsetMs);
    this.guessedFromMs = this.now();
  }
}

/** An answer: the server read `serverAtMs` at some time between sending and receiving (`elapsed`, ms). */
export type Answer = { serverAtMs: number; sentAtMs: number; receivedAtMs: number };

/**
 * Returns the offset after an answer, moved no further than the answer demands: a slow answer does not spoil a correct
 * offset.
 */
export function offsetAfter(offsetMs: number, { serverAtMs, sentAtMs, receivedAtMs }: Answer): number {
  return Math.min(serverAtMs - sentAtMs, Math.max(serverAtMs - receivedAtMs, offsetMs));
}

/** Returns the time since the machine started in ms, including its sleep; NaN if the system does not report it. */
function machineUptime(): number {
  try {
    return uptime() * SECOND_MS;
  } catch {
    return Number.NaN; // hidden from this process
  }
}

/**
 * Returns an id that changes with each start of the machine and is the same for all processes until then, or an id of
 * this process alone if the system has none.
 */
export function bootId(path = BOOT_ID): string {
  try {
    return readFileSync(path, 'utf8').replace(/\W/g, '') || processId();
  } catch {
    return processId(); // not Linux
  }
}

/** Returns an id of this process alone. */
function processId(): string {
  return randomBytes(16).toString('hex');
}
