import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { WINDOW_MS, windowStart } from '@farwatch/core/time';
import { removeFile, syncFolder } from './durable.ts';
import { decodeLine, type SpooledCheck } from './line.ts';
import { gapsOf, joinRanges, type Range } from './ranges.ts';
import { readLines, wholeLength } from './read-lines.ts';
import { readSegmentFile, type SegmentName, segmentFile } from './segment-name.ts';

/** A check of a segment, null if its line is damaged, and its bytes. */
export type Kept = { check: SpooledCheck | null; range: Range };

/**
 * A file of checks stamped in one ten-minute window. Only the run that made it appends to it, so that a line torn by a
 * crash is never continued. `size` counts durable bytes. It is open only while in use: months offline make more
 * segments than a process may have open.
 */
export class Segment {
  readonly name: string;
  readonly stamps: SegmentName;
  size: number;
  private readonly folder: string;
  private writer: FileHandle | null;
  private appending: Promise<void> = Promise.resolve();

  private constructor(folder: string, stamps: SegmentName, size: number, writer: FileHandle | null) {
    this.folder = folder;
    this.name = segmentFile(stamps);
    this.stamps = stamps;
    this.size = size;
    this.writer = writer;
  }

  static async create(folder: string, stamps: SegmentName): Promise<Segment> {
    const writer = await open(join(folder, segmentFile(stamps)), 'wx', 0o600);
    await syncFolder(folder);
    return new Segment(folder, stamps, 0, writer);
  }

  /** A segment of an earlier run, for reading; null for a file that is not a segment. */
  static async find(folder: string, name: string): Promise<Segment | null> {
    const stamps = readSegmentFile(name);
    if (!stamps) return null;
    const handle = await open(join(folder, name), 'r');
    try {
      return new Segment(folder, stamps, await wholeLength(handle), null);
    } finally {
      await handle.close();
    }
  }

  /** The windows its checks may lie in; none while the time is not known. */
  get windows(): number[] {
    const { windowAt, guess, byMs } = this.stamps;
    if (guess) return [];
    return [...new Set([windowStart(windowAt + byMs), windowStart(windowAt + byMs + WINDOW_MS - 1)])];
  }

  get isOpen(): boolean {
    return this.writer !== null;
  }

  /**
   * Appends whole lines durably. Throws the disk's error; a part already written is cut off, and the segment closed.
   */
  async append(lines: string): Promise<void> {
    this.appending = this.write(Buffer.from(lines));
    try {
      await this.appending;
    } catch (error) {
      await this.writer?.truncate(this.size).catch(() => undefined); // if that fails the lines may come twice
      await this.close();
      throw error;
    }
  }

  /** The checks outside of the given ranges, with corrected stamps. */
  async *checksOutside(...taken: readonly (readonly Range[])[]): AsyncGenerator<Kept> {
    const gaps = gapsOf(joinRanges(...taken), this.size);
    if (gaps.length === 0) return;
    const handle = await open(this.path, 'r');
    try {
      for (const gap of gaps) {
        for await (const { text, range } of readLines(handle, gap)) yield { check: this.read(text), range };
      }
    } finally {
      await handle.close();
    }
  }

  /**
   * The same checks with their stamps no longer guessed, but to be moved by `byMs`. This segment is closed and gone.
   */
  async retimed(byMs: number): Promise<Segment> {
    await this.close();
    const stamps = { ...this.stamps, guess: null, byMs };
    await rename(this.path, join(this.folder, segmentFile(stamps)));
    await syncFolder(this.folder);
    return new Segment(this.folder, stamps, this.size, null);
  }

  /** Stops appending; a running append is finished first. */
  async close(): Promise<void> {
    const { writer } = this;
    this.writer = null;
    await this.appending.catch(() => undefined); // its caller gets the error
    await writer?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeFile(this.path);
  }

  private get path(): string {
    return join(this.folder, this.name);
  }

  private read(text: string): SpooledCheck | null {
    const line = decodeLine(text);
    return line && { ...line, check: { ...line.check, at: Math.max(0, line.check.at + this.stamps.byMs) } };
  }

  private async write(bytes: Buffer): Promise<void> {
    const { writer } = this;
    if (!writer) throw new Error(`${this.name} is closed`);
    const { bytesWritten } = await writer.write(bytes, 0, bytes.length, this.size);
    if (bytesWritten < bytes.length) {
      throw Object.assign(new Error(`${this.name}: the disk is full`), { code: 'ENOSPC' });
    }
    await writer.datasync();
    this.size += bytes.length;
  }
}
