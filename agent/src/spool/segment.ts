import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile, syncFolder } from './durable.ts';
import { gapsOf, joinRanges, type Range } from './ranges.ts';
import { type Line, readLines, wholeLength } from './read-lines.ts';

/**
 * A file of checks of one ten-minute window, `checks-<window>-<unique>.log`. Only the run that made it appends to it,
 * so that a line torn by a crash is never continued. `size` counts what is durable. Open only while it is appended to
 * or read: months offline make more segments than a process may hold open.
 */
export class Segment {
  readonly name: string;
  readonly windowAt: number;
  size: number;
  private readonly path: string;
  private writer: FileHandle | null;
  private appending: Promise<void> = Promise.resolve();

  private constructor(folder: string, name: string, windowAt: number, size: number, writer: FileHandle | null) {
    this.path = join(folder, name);
    this.name = name;
    this.windowAt = windowAt;
    this.size = size;
    this.writer = writer;
  }

  static async create(folder: string, windowAt: number, unique: string): Promise<Segment> {
    const name = `checks-${windowAt}-${unique}.log`;
    const writer = await open(join(folder, name), 'wx', 0o600);
    await syncFolder(folder);
    return new Segment(folder, name, windowAt, 0, writer);
  }

  /** A segment of an earlier run, for reading; null for a file that is none. */
  static async find(folder: string, name: string): Promise<Segment | null> {
    const windowAt = /^checks-(\d+)-\w+\.log$/.exec(name)?.[1];
    if (windowAt === undefined) return null;
    const handle = await open(join(folder, name), 'r');
    try {
      return new Segment(folder, name, Number(windowAt), await wholeLength(handle), null);
    } finally {
      await handle.close();
    }
  }

  get isOpen(): boolean {
    return this.writer !== null;
  }

  /** Appends whole lines durably. Throws what the disk says; what it took of them is cut off, and the segment closed. */
  async append(lines: string): Promise<void> {
    this.appending = this.write(Buffer.from(lines));
    try {
      await this.appending;
    } catch (error) {
      await this.writer?.truncate(this.size).catch(() => undefined); // then the lines may come twice
      await this.close();
      throw error;
    }
  }

  /** The whole lines outside of the given ranges. */
  async *linesOutside(...taken: readonly (readonly Range[])[]): AsyncGenerator<Line> {
    const gaps = gapsOf(joinRanges(...taken), this.size);
    if (gaps.length === 0) return;
    const handle = await open(this.path, 'r');
    try {
      for (const gap of gaps) yield* readLines(handle, gap);
    } finally {
      await handle.close();
    }
  }

  /** No more is appended; what is being appended is finished first. */
  async close(): Promise<void> {
    const { writer } = this;
    this.writer = null;
    await this.appending.catch(() => undefined); // told to whoever appended
    await writer?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeFile(this.path);
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
