import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import type { Guess } from '../clock/clock.ts';
import { removeFile, syncFolder } from './durable.ts';
import { decodeLine, encodeLine, type SpooledCheck } from './line.ts';
import { gapsOf, joinRanges, type Range } from './ranges.ts';

/** A check of a segment, null if its line is damaged, and its bytes. */
export type Kept = { check: SpooledCheck | null; range: Range };

/**
 * A file of checks stamped in one ten-minute window. Only the run that made it appends to it, so that a line torn by a
 * crash is never continued. `size` counts written bytes, which a power cut may take back until `sync`. It is open only
 * while in use: months offline make more segments than a process may have open.
 */
export class Segment {
  readonly name: string;
  readonly stamps: SegmentName;
  size: number;
  private readonly folder: string;
  private writer: FileHandle | null;
  private appending: Promise<void> = Promise.resolve();
  private isSynced = true;

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
   * Appends checks, safe from the end of this process but not from a power cut. Throws the disk's error; a part
   * already written is cut off, and the segment closed.
   */
  async append(checks: readonly SpooledCheck[]): Promise<void> {
    this.appending = this.write(checks);
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
        for await (const line of readLines(handle, gap)) yield { check: this.read(line), range: line.range };
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

  /** Makes all that was appended safe from a power cut. Throws the disk's error. */
  async sync(): Promise<void> {
    if (this.isSynced) return;
    this.isSynced = true;
    await this.writer?.datasync();
  }

  /** Stops appending; a running append is finished first, and what was appended is synced. */
  async close(): Promise<void> {
    const { writer } = this;
    this.writer = null;
    await this.appending.catch(() => undefined); // its caller gets the error
    if (!this.isSynced) await writer?.datasync().catch(() => undefined); // damaged lines are found by their checksum
    await writer?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeFile(this.path);
  }

  private get path(): string {
    return join(this.folder, this.name);
  }

  private read({ text }: Line): SpooledCheck | null {
    const line = decodeLine(text);
    return line && { ...line, check: { ...line.check, at: Math.max(0, line.check.at + this.stamps.byMs) } };
  }

  private async write(checks: readonly SpooledCheck[]): Promise<void> {
    const { writer } = this;
    const bytes = Buffer.from(checks.map(encodeLine).join(''));
    if (!writer) throw new Error(`${this.name} is closed`);
    const { bytesWritten } = await writer.write(bytes, 0, bytes.length, this.size);
    if (bytesWritten < bytes.length) {
      throw Object.assign(new Error(`${this.name}: the disk is full`), { code: 'ENOSPC' });
    }
    this.isSynced = false;
    this.size += bytes.length;
  }
}

/**
 * A segment's name: the ten-minute window of its timestamps; the guess that these rest on, or null; and by
 * how many ms to move them, once known.
 */
export type SegmentName = { windowAt: number; unique: string; guess: Guess | null; byMs: number };

const FORM = /^(checks|guessed)-(\d+)-(\w+?)(?:-(\w+)@(-?\d+)|([+-]\d+))?\.log$/;

/**
 * `checks-<window>-<unique>.log`, with `+<ms>` or `-<ms>` of stamps put right;
 * `guessed-<window>-<unique>-<boot>@<offset>.log`.
 */
export function segmentFile({ windowAt, unique, guess, byMs }: SegmentName): string {
  if (guess) return `guessed-${windowAt}-${unique}-${guess.boot}@${guess.offsetMs}.log`;
  return `checks-${windowAt}-${unique}${byMs === 0 ? '' : `${byMs > 0 ? '+' : ''}${byMs}`}.log`;
}

/** Null for a file that is not a segment. */
export function readSegmentFile(file: string): SegmentName | null {
  const [, kind, windowAt, unique, boot, offsetMs, byMs = 0] = FORM.exec(file) ?? [];
  if (unique === undefined || (kind === 'guessed') !== (boot !== undefined)) return null;
  const guess = boot === undefined ? null : { boot, offsetMs: Number(offsetMs) };
  return { windowAt: Number(windowAt), unique, guess, byMs: Number(byMs) };
}

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

/** A whole line of a file without its end, and its bytes with it. */
type Line = { text: string; range: Range };

/** The whole lines in a range that starts at a line's start; an unfinished last line is left out. */
async function* readLines(handle: FileHandle, [from, to]: Range): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0);
  let restAt = from;
  while (restAt + rest.length < to) {
    const at = restAt + rest.length;
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, to - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      yield { text: rest.toString('utf8', 0, end), range: [restAt, restAt + end + 1] };
      rest = rest.subarray(end + 1);
      restAt += end + 1;
    }
  }
}

/** Length of a file up to its last whole line: the rest was being written when the agent died. */
async function wholeLength(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  for (let to = size; to > 0; to -= CHUNK_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES);
    const chunk = Buffer.alloc(to - from);
    await handle.read(chunk, 0, chunk.length, from);
    const end = chunk.lastIndexOf(LINE_END);
    if (end >= 0) return from + end + 1;
  }
  return 0;
}
