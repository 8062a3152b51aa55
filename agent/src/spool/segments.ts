import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import type { Correction, Guess } from '../clock/clock.ts';
import { isDiskFull } from './durable.ts';
import type { SpooledCheck } from './line.ts';
import { joinRanges, type Range, type Taken } from './ranges.ts';
import { Segment } from './segment.ts';

/** Segments stay open for appending this long after the start of their window: a check may end in the next window. */
const GROWS_MS = 2 * WINDOW_MS;

/** `syncMs`: how long appended checks may stay unsynced. `onSyncFailed` gets the disk's error. */
export type SegmentsOptions = { syncMs: number; onSyncFailed: (error: Error) => void };

/** The ranges of a segment not to be read. */
type Outside = (segment: Segment) => readonly (readonly Range[])[];

/**
 * The segments of a spool folder, oldest window first. This run appends to at most one for a window and guess.
 * Appending and renaming happen one after the other.
 */
export class Segments {
  private readonly folder: string;
  private readonly unique = randomBytes(6).toString('hex');
  private made = 0;
  private all: Segment[] = [];
  private busy: Promise<unknown> = Promise.resolve();
  private readonly options: SegmentsOptions;
  private syncTimer: NodeJS.Timeout | null = null;

  constructor(folder: string, options: SegmentsOptions) {
    this.folder = folder;
    this.options = options;
  }

  async load(): Promise<void> {
    for (const name of await readdir(this.folder)) this.keep(await Segment.find(this.folder, name));
  }

  list(): readonly Segment[] {
    return this.all;
  }

  bytes(): number {
    return this.all.reduce((sum, { size }) => sum + size, 0);
  }

  /** Up to `limit` checks of a window outside of the given ranges that `accept` admits, in order. */
  async take(windowAt: number, limit: number, accept: (check: SpooledCheck) => boolean, of: Outside): Promise<Taken> {
    const taken: Taken = { checks: [], takes: {}, damaged: 0 };
    for (const segment of this.all) {
      if (!segment.windows.includes(windowAt)) continue;
      const ranges: Range[] = [];
      for await (const { check, range } of segment.checksOutside(...of(segment))) {
        if (taken.checks.length >= limit) break;
        if (check && (windowStart(check.check.at) !== windowAt || !accept(check))) continue;
        if (check) taken.checks.push(check);
        else taken.damaged += 1;
        ranges.push(range);
      }
      if (ranges.length > 0) taken.takes[segment.name] = joinRanges(ranges);
    }
    return taken;
  }

  /**
   * Appends checks, each to the segment of its window and guess, and syncs them within `syncMs`. Returns those that do
   * not fit, with the disk's error.
   */
  append(checks: readonly SpooledCheck[]): Promise<{ left: SpooledCheck[]; error: Error | null }> {
    this.syncTimer ??= setTimeout(() => void this.sync(), this.options.syncMs).unref();
    return this.inTurn(() => this.appendAll(checks));
  }

  /** Makes all that was appended safe from a power cut. */
  sync(): Promise<void> {
    if (this.syncTimer) clearTimeout(this.syncTimer);
    this.syncTimer = null;
    return this.inTurn(async () => {
      for (const segment of this.all) await segment.sync();
    }).catch(this.options.onSyncFailed);
  }

  /** Corrects guessed stamps where possible. Returns how many checks were dropped because they never can be. */
  retime(correctionOf: (guess: Guess) => Correction): Promise<number> {
    return this.inTurn(async () => {
      let dropped = 0;
      for (const segment of this.all) {
        const correction = segment.stamps.guess && correctionOf(segment.stamps.guess);
        if (correction === null) continue;
        if (correction === 'never') {
          for await (const _check of segment.checksOutside()) dropped += 1;
          await this.remove(segment);
        } else {
          const retimed = await segment.retimed(correction);
          this.all = this.all.filter((other) => other !== segment);
          this.keep(retimed);
        }
      }
      return dropped;
    });
  }

  /** Closes segments that get no more checks. */
  async closeOld(nowMs: number): Promise<void> {
    const old = this.all.filter(({ isOpen, stamps }) => isOpen && nowMs >= stamps.windowAt + GROWS_MS);
    for (const segment of old) await segment.close();
  }

  async remove(segment: Segment): Promise<void> {
    this.all = this.all.filter((other) => other !== segment);
    await segment.remove();
  }

  async close(): Promise<void> {
    if (this.syncTimer) clearTimeout(this.syncTimer);
    for (const segment of this.all) await segment.close();
  }

  private async appendAll(checks: readonly SpooledCheck[]): Promise<{ left: SpooledCheck[]; error: Error | null }> {
    let left = [...checks];
    for (let first = left[0]; first; first = left[0]) {
      const place = placeOf(first);
      const isThere = (check: SpooledCheck) => isSame(placeOf(check), place);
      try {
        const growing = this.all.find(({ isOpen, stamps }) => isOpen && isSame(stamps, place));
        const segment = growing ?? (await this.create(place));
        await segment.append(left.filter(isThere));
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        return { left, error };
      }
      left = left.filter((check) => !isThere(check));
    }
    return { left, error: null };
  }

  private async create(place: Place): Promise<Segment> {
    this.made += 1;
    const segment = await Segment.create(this.folder, { ...place, unique: `${this.unique}${this.made}`, byMs: 0 });
    this.keep(segment);
    await this.closeOld(place.windowAt);
    return segment;
  }

  private keep(segment: Segment | null): void {
    if (segment) this.all = [...this.all, segment].sort((a, b) => startOf(a) - startOf(b));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.busy.then(work);
    this.busy = done.catch(() => undefined); // its caller gets the error
    return done;
  }
}

type Place = { windowAt: number; guess: Guess | null };

function placeOf({ check, guess }: SpooledCheck): Place {
  return { windowAt: windowStart(check.at), guess: guess ?? null };
}

function isSame(a: Place, b: Place): boolean {
  return a.windowAt === b.windowAt && a.guess?.boot === b.guess?.boot && a.guess?.offsetMs === b.guess?.offsetMs;
}

function startOf({ stamps }: Segment): number {
  return stamps.windowAt + stamps.byMs;
}
