import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckInInput } from '@farwatch/core/calls/check-in';
import { Batcher } from './batcher.ts';
import { writeDurably } from './durable.ts';
import { decodeLine, type SpooledCheck } from './line.ts';
import { loadState } from './load-state.ts';
import { joinRanges, lengthOf, type Range } from './ranges.ts';
import type { Segment } from './segment.ts';
import { Segments } from './segments.ts';
import { countChecks, setAside } from './set-aside.ts';
import type { Outgoing, SpoolState } from './state.ts';
import { joinTakes, type Takes } from './takes.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const GATHER_MS = 5;
const STATE_FILE = 'spool.json';

/** Checks taken for a report: `damaged` counts lines that cannot be read and go out of the spool with them. */
export type Taken = { checks: SpooledCheck[]; takes: Takes; damaged: number };

/** What the next report must say of the spool. */
export type Turn = { spool: string; seq: number; droppedChecks: number; refusedReports: number };

/**
 * The results on disk (design 4). A check that `append` has ended for survives SIGKILL at any moment and is sent once:
 * `dispatch` writes a report down before it is sent, and only `acknowledge` takes its checks out. One at a time.
 */
export class Spool {
  private readonly folder: string;
  private readonly maxBytes: number;
  private readonly segments: Segments;
  private readonly batcher = new Batcher<SpooledCheck>((checks) => this.write(checks), GATHER_MS);
  private state: SpoolState;

  private constructor(folder: string, state: SpoolState, maxBytes: number) {
    this.folder = folder;
    this.state = state;
    this.maxBytes = maxBytes;
    this.segments = new Segments(folder);
  }

  /** Opens or makes the spool in a folder. A state that cannot be read begins a new spool over the same checks. */
  static async open(folder: string, maxBytes = MAX_BYTES): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const spool = new Spool(folder, await loadState(join(folder, STATE_FILE)), maxBytes);
    await spool.segments.load();
    spool.forgetTaken();
    await spool.save({});
    return spool;
  }

  get outgoing(): CheckInInput | null {
    return this.state.outgoing?.report ?? null;
  }

  get turn(): Turn {
    const { id, seq, droppedChecks, refusedReports } = this.state;
    return { spool: id, seq: seq + 1, droppedChecks, refusedReports };
  }

  /** How many reports were set aside since one was acknowledged, in this run or before. */
  get refusedInARow(): number {
    return this.state.refusedInARow;
  }

  get bytes(): number {
    return this.segments.bytes();
  }

  /** Ends when the check is on the disk. Throws what the disk says: the check is then counted as dropped. */
  async append(check: SpooledCheck): Promise<void> {
    try {
      await this.batcher.add(check);
    } catch (error) {
      this.countDropped(1);
      throw error;
    }
  }

  /** Windows that hold checks which no report carries, oldest first. */
  windows(): number[] {
    const open = this.segments.list().filter((segment) => this.unsentBytes(segment) > 0);
    return [...new Set(open.map(({ windowAt }) => windowAt))];
  }

  /** Up to `limit` checks of a window that no report carries and that `accept` admits, in the order they came. */
  async take(windowAt: number, limit: number, accept: (check: SpooledCheck) => boolean): Promise<Taken> {
    const taken: Taken = { checks: [], takes: {}, damaged: 0 };
    for (const segment of this.segments.list()) {
      if (segment.windowAt !== windowAt) continue;
      const ranges: Range[] = [];
      for await (const { text, range } of segment.linesOutside(...this.carried(segment))) {
        if (taken.checks.length >= limit) break;
        const check = decodeLine(text);
        if (check && !accept(check)) continue;
        if (check) taken.checks.push(check);
        else taken.damaged += 1;
        ranges.push(range);
      }
      if (ranges.length > 0) taken.takes[segment.name] = joinRanges(ranges);
    }
    return taken;
  }

  /** When the oldest check began that neither a report nor `besides` carries; null for none. Epoch ms. */
  async oldestAt(besides: Takes): Promise<number | null> {
    for (const segment of this.segments.list()) {
      for await (const { text } of segment.linesOutside(...this.carried(segment), besides[segment.name] ?? [])) {
        const line = decodeLine(text);
        if (line) return line.check.at;
      }
    }
    return null;
  }

  /** Writes a report down, with what it takes; from now on it is sent until acknowledged. */
  async dispatch(report: CheckInInput, { takes, damaged }: Pick<Taken, 'takes' | 'damaged'>): Promise<void> {
    const outgoing: Outgoing = { report, takes, droppedChecks: report.condition.droppedChecks };
    this.countDropped(damaged);
    await this.save({ outgoing });
  }

  /** The server has the report: its checks leave the spool. */
  async acknowledge(nowMs: number): Promise<void> {
    const { outgoing } = this.state;
    if (!outgoing) return;
    this.countDropped(-outgoing.droppedChecks);
    const { seq, condition } = outgoing.report;
    const refusedReports = this.state.refusedReports - (condition.refusedReports ?? 0);
    await this.save({ ...this.withoutOutgoing(outgoing), seq, refusedReports, refusedInARow: 0 });
    await this.removeSent(nowMs);
  }

  /** The server expects another seq: the same report goes out under that one. */
  async renumber(seq: number): Promise<void> {
    const { outgoing } = this.state;
    if (!outgoing) return;
    await this.save({ seq: seq - 1, outgoing: { ...outgoing, report: { ...outgoing.report, seq } } });
  }

  /** The server does not take the report: it is kept beside the spool with the reason, and its seq is free again. Gives its checks. */
  async setAside(nowMs: number, reason: string): Promise<number> {
    const { outgoing } = this.state;
    if (!outgoing) return 0;
    const count = countChecks(outgoing.report);
    if (count > 0) this.countDropped(await setAside(this.folder, outgoing.report, reason));
    const { refusedReports, refusedInARow } = this.state;
    const counts = { refusedReports: refusedReports + 1, refusedInARow: refusedInARow + 1 };
    await this.save({ ...this.withoutOutgoing(outgoing), ...counts });
    await this.removeSent(nowMs);
    return count;
  }

  /** Ends once everything handed in is on the disk. */
  async close(): Promise<void> {
    await this.batcher.drain();
    await this.segments.close();
  }

  private async write(checks: SpooledCheck[]): Promise<void> {
    await this.segments.append(checks);
    await this.dropOldest();
  }

  private async dropOldest(): Promise<void> {
    while (this.segments.bytes() > this.maxBytes && this.segments.list().length > 1) {
      const [oldest] = this.segments.list();
      if (!oldest) return;
      let lost = 0;
      for await (const _line of oldest.linesOutside(...this.carried(oldest))) lost += 1;
      await this.segments.remove(oldest);
      this.countDropped(lost);
    }
  }

  private async removeSent(nowMs: number): Promise<void> {
    await this.segments.closeOld(nowMs);
    const sent = this.segments.list().filter((segment) => !segment.isOpen && this.unsentBytes(segment) === 0);
    for (const segment of sent) await this.segments.remove(segment);
    this.forgetTaken();
  }

  /** What is known of segments that are gone goes with them; their names never come again. */
  private forgetTaken(): void {
    const names = new Set(this.segments.list().map(({ name }) => name));
    const taken = Object.entries(this.state.taken).filter(([name]) => names.has(name));
    this.state = { ...this.state, taken: Object.fromEntries(taken) };
  }

  private carried(segment: Segment): Range[][] {
    return [this.state.taken[segment.name] ?? [], this.state.outgoing?.takes[segment.name] ?? []];
  }

  private unsentBytes(segment: Segment): number {
    return segment.size - lengthOf(joinRanges(...this.carried(segment)));
  }

  private withoutOutgoing({ takes }: Outgoing): Pick<SpoolState, 'outgoing' | 'taken'> {
    return { outgoing: null, taken: joinTakes(this.state.taken, takes) };
  }

  private countDropped(count: number): void {
    this.state = { ...this.state, droppedChecks: Math.max(0, this.state.droppedChecks + count) };
  }

  private async save(changes: Partial<SpoolState>): Promise<void> {
    const next = { ...this.state, ...changes };
    await writeDurably(join(this.folder, STATE_FILE), JSON.stringify(next));
    this.state = { ...this.state, ...changes };
  }
}
