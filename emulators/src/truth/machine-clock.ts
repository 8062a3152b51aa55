import type { Random } from '../platform/random.ts';
import type { Event, Timeline } from './timeline.ts';

/** A process's timer. */
type Timer = { dueMs: number; work: () => void; event: Event | null; everyMs: number | null };

/**
 * The clocks and timers of a machine and its processes. `monotonic` stops while the machine sleeps and is a little fast
 * or slow; `wall` can be set; timers follow `monotonic`. All in ms.
 */
export class MachineClock {
  readonly timeline: Timeline;
  /** How much faster than true time this machine counts. */
  private readonly rate: number;
  private wallOffsetMs = 0;
  private anchorMs: number;
  private countedMs = 0;
  private asleepMs = 0;
  private sleepsSince: number | null = null;
  private readonly timers = new Set<Timer>();
  private readonly delayed: (() => void)[] = [];

  constructor(timeline: Timeline, rate = 1) {
    this.timeline = timeline;
    this.rate = rate;
    this.anchorMs = timeline.nowMs;
  }

  get isAsleep(): boolean {
    return this.sleepsSince !== null;
  }

  monotonic(): number {
    const running = this.isAsleep ? 0 : (this.timeline.nowMs - this.anchorMs) * this.rate;
    return this.countedMs + running;
  }

  wall(): number {
    return Math.round(this.timeline.nowMs + this.wallOffsetMs);
  }

  /** Whether it shows the true time, so that the machine recognizes expired certificates. */
  get isWallRight(): boolean {
    return this.wallOffsetMs === 0;
  }

  /** Returns the time since the machine started, its sleep included. */
  uptime(): number {
    const sleeping = this.sleepsSince === null ? 0 : this.timeline.nowMs - this.sleepsSince;
    return 1e6 + this.monotonic() + this.asleepMs + sleeping;
  }

  setWall(offsetMs: number): void {
    this.wallOffsetMs = offsetMs;
  }

  sleep(): void {
    if (this.isAsleep) return;
    this.countedMs = this.monotonic();
    this.sleepsSince = this.timeline.nowMs;
    for (const timer of this.timers) timer.event?.cancel();
  }

  wake(): void {
    if (this.sleepsSince === null) return;
    this.asleepMs += this.timeline.nowMs - this.sleepsSince;
    this.sleepsSince = null;
    this.anchorMs = this.timeline.nowMs;
    for (const timer of this.timers) this.arm(timer);
    for (const work of this.delayed.splice(0)) this.timeline.after(1, work);
  }

  /** Runs work that comes from outside: now, or when the machine wakes. */
  deliver(work: () => void): void {
    if (this.isAsleep) this.delayed.push(work);
    else work();
  }

  /** A timer of a process; returns what ends it. */
  timer(delayMs: number, work: () => void, everyMs: number | null = null): () => void {
    const timer: Timer = { dueMs: this.monotonic() + Math.max(1, delayMs || 0), work, event: null, everyMs };
    this.timers.add(timer);
    if (!this.isAsleep) this.arm(timer);
    return () => {
      timer.event?.cancel();
      this.timers.delete(timer);
    };
  }

  private arm(timer: Timer): void {
    const waitMs = Math.max(0, (timer.dueMs - this.monotonic()) / this.rate);
    timer.event = this.timeline.at(Math.ceil(this.timeline.nowMs + waitMs), () => {
      if (timer.everyMs === null) this.timers.delete(timer);
      else timer.dueMs = this.monotonic() + timer.everyMs;
      if (timer.everyMs !== null) this.arm(timer);
      timer.work();
    });
  }
}

/** The clock of a machine that is off by at most 0.01 %. */
export function randomClock(timeline: Timeline, random: Random): MachineClock {
  return new MachineClock(timeline, 1 + (random.next() - 0.5) * 2e-4);
}
