import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { windowStart } from '@farwatch/core/values/time';
import type { Correction, Guess } from '../clock/clock.ts';
import { freeSpace, isDiskFull, writeDurably } from './durable.ts';
import type { SpooledCheck } from './line.ts';
import { GATHER_MS, IN_MEMORY, LOOK_AGAIN_BYTES, MAX_BYTES, RETRY_MS, type SpoolOptions, SYNC_MS } from './options.ts';
import { joinRanges, joinTakes, lengthOf, type Range, type Taken, type Takes } from './ranges.ts';
import type { Segment } from './segment.ts';
import { Segments } from './segments.ts';
import {
  countChecks,
  loadState,
  markSuperseded,
  newSpoolId,
  type Outgoing,
  renumbered,
  type SpoolState,
  type SpoolStatus,
  storeState,
} from './state.ts';

/**
 * The results on disk (docs/agent.md, Spool). An appended check survives SIGKILL, and a power cut after `sync`. It is
 * sent once: `dispatch` stores a report before it is sent, and only `acknowledge` removes its checks. While the disk is
 * full, new checks and their reports are in memory under another id, and those on disk wait.
 */
export class Spool {
  private readonly folder: string;
  private readonly options: SpoolOptions;
  private readonly correctionOf: (guess: Guess) => Correction;
  private readonly segments: Segments;
  private readonly batcher = new Batcher<SpooledCheck>((checks) => this.write(checks), GATHER_MS);
  private state: SpoolState;
  /** Null while the disk is usable. */
  private memory: Memory | null = null;
  private retryAtMs = 0;
  /** The spool when the free space was last read. */
  private looked = { bytes: 0, segments: 0 };

  private constructor(folder: string, state: SpoolState, options: SpoolOptions) {
    this.folder = folder;
    this.state = state;
    this.options = options;
    this.correctionOf = options.correctionOf ?? (() => null);
    this.segments = new Segments(folder, {
      syncMs: options.syncMs ?? SYNC_MS,
      onSyncFailed: (error) => void this.goToMemory(error),
    });
  }

  /** Opens or makes the spool in a folder. If its state is unreadable, a new spool starts over the same checks. */
  static async open(folder: string, options: SpoolOptions = {}): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const spool = new Spool(folder, await loadState(folder, options.onUnreadable), options);
    await spool.segments.load();
    spool.forgetTaken();
    if (spool.state.isSuperseded && !spool.outgoing) spool.state = { ...spool.state, ...newSpoolId() };
    await spool.save({});
    return spool;
  }

  get outgoing(): CheckInInput | null {
    return this.state.outgoing?.report ?? null;
  }

  get status(): SpoolStatus {
    const { id, seq, droppedChecks, refusedReports } = this.state;
    return { spool: id, seq: seq + 1, droppedChecks, refusedReports, inMemory: this.memory !== null };
  }

  /** How many reports the server rejected since it accepted one, in this run or before. */
  get refusedInARow(): number {
    return this.state.refusedInARow;
  }

  get bytes(): number {
    return this.segments.bytes();
  }

  /** Ends when the check is written. Throws the disk's error: the check is then counted as dropped. */
  async append(check: SpooledCheck): Promise<void> {
    try {
      await this.batcher.add(check);
    } catch (error) {
      this.countDropped(1);
      throw error;
    }
  }

  /** Makes all that was appended safe from a power cut at once. */
  sync(): Promise<void> {
    return this.segments.sync();
  }

  /** Windows with checks that no report carries, oldest first. */
  windows(): number[] {
    if (this.memory) return this.memory.windows();
    const open = this.segments.list().filter((segment) => this.unsentBytes(segment) > 0);
    return [...new Set(open.flatMap(({ windows }) => windows))];
  }

  /** Up to `limit` checks of a window that no report carries and that `accept` admits, in the order they came. */
  async take(windowAt: number, limit: number, accept: (check: SpooledCheck) => boolean): Promise<Taken> {
    if (this.memory) return { checks: this.memory.take(windowAt, limit, accept), takes: {}, damaged: 0 };
    return this.segments.take(windowAt, limit, accept, (segment) => this.carried(segment));
  }

  /**
   * The time has become known: guessed stamps are corrected, and their checks can be taken, or are dropped for good.
   */
  async retime(): Promise<void> {
    this.memory?.retime((check) => this.corrected(check));
    this.countDropped(await this.segments.retime(this.correctionOf));
  }

  /** The timestamp of the oldest check that neither a report nor `besides` carries; null for none. Epoch ms. */
  async oldestAt(besides: Takes): Promise<number | null> {
    for (const segment of this.segments.list()) {
      if (segment.stamps.guess) continue;
      for await (const { check } of segment.checksOutside(...this.carried(segment), besides[segment.name] ?? [])) {
        if (check) return check.check.at;
      }
    }
    return null;
  }

  /**
   * Writes a report down, with what it takes; from now on it is sent until acknowledged. Throws if that fails, or if
   * the checks moved between disk and memory since they were taken: then another must be built.
   */
  async dispatch(report: CheckInInput, { checks, takes, damaged }: Taken): Promise<void> {
    const outgoing: Outgoing = { report, takes, droppedChecks: report.condition.droppedChecks };
    const isFromMemory = checks.length > 0 && Object.keys(takes).length === 0;
    const isThere = this.memory ? this.memory.remove(checks) : !isFromMemory;
    if (!isThere || report.spool !== this.state.id) throw new Error('the disk has just become full, or free');
    this.countDropped(damaged);
    if (this.memory) this.state = { ...this.state, outgoing };
    else await this.store({ outgoing });
  }

  /** The server has the report: its checks leave the spool. `leftOut`: how many of them it did not keep. */
  async acknowledge(nowMs: number, leftOut = 0): Promise<void> {
    const { outgoing } = this.state;
    if (!outgoing) return;
    this.countDropped(leftOut - outgoing.droppedChecks);
    const { seq, condition } = outgoing.report;
    const refusedReports = this.state.refusedReports - (condition.refusedReports ?? 0);
    const next = this.state.isSuperseded ? newSpoolId() : { seq };
    await this.save({ ...this.withoutOutgoing(outgoing), ...next, refusedReports, refusedInARow: 0 });
    await this.removeSent(nowMs);
  }

  /** The server expects another seq: the same report goes out as the first under a new id. */
  async restartNumbering(): Promise<void> {
    const { outgoing } = this.state;
    if (outgoing) await this.save(renumbered(outgoing));
  }

  /**
   * The server rejects the report: its checks count as dropped, its seq is free again. `refused.json` keeps the last.
   */
  async dropRejected(nowMs: number, reason: string): Promise<void> {
    const { outgoing } = this.state;
    if (!outgoing) return;
    const text = JSON.stringify({ reason, report: outgoing.report });
    await writeDurably(join(this.folder, 'refused.json'), text).catch(() => undefined); // only for diagnosis
    this.countDropped(countChecks(outgoing.report));
    const { refusedReports, refusedInARow } = this.state;
    const counts = { refusedReports: refusedReports + 1, refusedInARow: refusedInARow + 1 };
    await this.save({ ...this.withoutOutgoing(outgoing), ...counts });
    await this.removeSent(nowMs);
  }

  /** Ends once everything is on disk. */
  async close(): Promise<void> {
    await this.batcher.drain();
    await this.segments.close();
  }

  private async write(given: SpooledCheck[]): Promise<void> {
    const checks = given.map((check) => this.corrected(check));
    if (this.memory) {
      this.countDropped(this.memory.add(checks));
      return this.leaveMemory(this.memory);
    }
    const { left, error } = await this.segments.append(checks);
    if (error) this.countDropped((await this.goToMemory(error)).add(left));
    await this.dropOldest();
  }

  /** The check with its corrected stamp, if that is known by now. */
  private corrected(spooled: SpooledCheck): SpooledCheck {
    const { guess, check, ...rest } = spooled;
    const correction = guess && this.correctionOf(guess);
    return typeof correction === 'number' ? { ...rest, check: { ...check, at: check.at + correction } } : spooled;
  }

  private async goToMemory(error: Error): Promise<Memory> {
    if (this.memory) return this.memory;
    const memory = new Memory(IN_MEMORY);
    this.memory = memory;
    this.retryAtMs = performance.now() + (this.options.retryMs ?? RETRY_MS);
    this.state = { ...this.state, ...(this.outgoing ? { isSuperseded: true } : newSpoolId()) };
    this.options.onMemory?.(error);
    await markSuperseded(this.folder);
    return memory;
  }

  /** Tries the disk again: first the state, without which no check could be sent from there, then those in memory. */
  private async leaveMemory(memory: Memory): Promise<void> {
    if (performance.now() < this.retryAtMs) return;
    this.retryAtMs = performance.now() + (this.options.retryMs ?? RETRY_MS);
    if (!(await this.storeAll())) return;
    const { left, error } = await this.segments.append(memory.empty());
    this.countDropped(memory.add(left));
    if (error || !(await this.storeAll())) return markSuperseded(this.folder);
    this.memory = null;
    this.options.onMemory?.(null);
  }

  /** Stores the state until the stored one is current; false if the disk is full. */
  private async storeAll(): Promise<boolean> {
    try {
      for (let stored: SpoolState | null = null; stored !== this.state; ) {
        stored = this.state;
        await storeState(this.folder, stored);
      }
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    }
  }

  /**
   * The spool uses at most half of the space available to it, so that it alone never fills a disk. The free space is
   * read once the spool has grown a little.
   */
  private async dropOldest(): Promise<void> {
    const { bytes, segments } = this.looked;
    const isGrown = this.segments.bytes() >= bytes + LOOK_AGAIN_BYTES;
    if (this.segments.list().length === segments && !isGrown) return;
    const availableBytes = this.segments.bytes() + (await (this.options.freeSpace ?? freeSpace)(this.folder));
    const limit = Math.min(this.options.maxBytes ?? MAX_BYTES, availableBytes / 2);
    while (this.segments.bytes() > limit && this.segments.list().length > 1) {
      const [oldest] = this.segments.list();
      if (!oldest) return;
      let lost = 0;
      for await (const _check of oldest.checksOutside(...this.carried(oldest))) lost += 1;
      await this.segments.remove(oldest);
      this.countDropped(lost);
    }
    this.looked = { bytes: this.segments.bytes(), segments: this.segments.list().length };
  }

  private async removeSent(nowMs: number): Promise<void> {
    await this.segments.closeOld(nowMs);
    const sent = this.segments.list().filter((segment) => !segment.isOpen && this.unsentBytes(segment) === 0);
    for (const segment of sent) await this.segments.remove(segment);
    this.forgetTaken();
  }

  /** Forgets the ranges of removed segments, whose names never return. */
  private forgetTaken(): void {
    const names = new Set(this.segments.list().map(({ name }) => name));
    const taken = Object.entries(this.state.taken).filter(([name]) => names.has(name));
    this.state = { ...this.state, taken: Object.fromEntries(taken) };
  }

  private carried(segment: Segment): Range[][] {
    return [this.state.taken[segment.name] ?? [], this.state.outgoing?.takes[segment.name] ?? []];
  }

  private unsentBytes(segment: Segment): number {
    // A power cut may have taken back bytes that a report carries.
    return Math.max(0, segment.size - lengthOf(joinRanges(...this.carried(segment))));
  }

  private withoutOutgoing({ takes }: Outgoing): Pick<SpoolState, 'outgoing' | 'taken'> {
    return { outgoing: null, taken: joinTakes(this.state.taken, takes) };
  }

  private countDropped(count: number): void {
    this.state = { ...this.state, droppedChecks: Math.max(0, this.state.droppedChecks + count) };
  }

  /** If the disk is full the change stays in memory; after a crash the server repeats it. */
  private async save(changes: Partial<SpoolState>): Promise<void> {
    if (!this.memory) return this.store(changes, { elseInMemory: true });
    this.state = { ...this.state, ...changes };
  }

  private async store(changes: Partial<SpoolState>, { elseInMemory = false } = {}): Promise<void> {
    try {
      await storeState(this.folder, { ...this.state, ...changes });
      this.state = { ...this.state, ...changes };
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (elseInMemory) this.state = { ...this.state, ...changes };
      await this.goToMemory(error);
      if (!elseInMemory) throw error;
    }
  }
}

/**
 * Gathers items for a few ms and writes them together, since writes cost more than items. `add` ends when its item is
 * written.
 */
class Batcher<T> {
  private readonly write: (items: T[]) => Promise<void>;
  private readonly gatherMs: number;
  private waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  private running: Promise<void> | null = null;

  constructor(write: (items: T[]) => Promise<void>, gatherMs: number) {
    this.write = write;
    this.gatherMs = gatherMs;
  }

  add(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ item, done, failed });
      this.running ??= this.run();
    });
  }

  /** Ends when nothing waits. */
  async drain(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.gatherMs));
      const batch = this.waiting.splice(0);
      try {
        await this.write(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.running = null;
  }
}

/** The newest checks that did not fit on disk; they are lost when the process ends. */
class Memory {
  private readonly limit: number;
  private checks: SpooledCheck[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns how many of the oldest were dropped for these. */
  add(checks: readonly SpooledCheck[]): number {
    const all = [...this.checks, ...checks];
    this.checks = all.slice(-this.limit);
    return all.length - this.checks.length;
  }

  windows(): number[] {
    const windows = new Set(this.checks.flatMap(({ check, guess }) => (guess ? [] : windowStart(check.at))));
    return [...windows].sort((a, b) => a - b);
  }

  take(windowAt: number, limit: number, accept: (check: SpooledCheck) => boolean): SpooledCheck[] {
    const taken: SpooledCheck[] = [];
    for (const each of this.checks) {
      if (taken.length >= limit) break;
      if (!each.guess && windowStart(each.check.at) === windowAt && accept(each)) taken.push(each);
    }
    return taken;
  }

  /** Removes these; false, and nothing is removed, if one is gone already. */
  remove(checks: readonly SpooledCheck[]): boolean {
    const held = new Set(this.checks);
    if (!checks.every((check) => held.has(check))) return false;
    const gone = new Set(checks);
    this.checks = this.checks.filter((check) => !gone.has(check));
    return true;
  }

  /** The time is known: corrects guessed stamps. */
  retime(correct: (check: SpooledCheck) => SpooledCheck): void {
    this.checks = this.checks.map(correct);
  }

  /** Removes and returns everything. */
  empty(): SpooledCheck[] {
    return this.checks.splice(0);
  }
}
