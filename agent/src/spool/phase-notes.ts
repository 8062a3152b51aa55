import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { type CheckPhases, packPhases, unpackPhases } from '@farwatch/core/checks/phases';
import { removeFile } from './durable.ts';

/** The phases of a segment's checks, by the place of the check's line in it. */
export type PhasesByPlace = ReadonlyMap<number, CheckPhases>;

/**
 * The file beside a segment with the phases of its checks, `place,phases` each. Older versions pass over such a file and
 * read the segment as ever. It is never synced, and no error of the disk counts: a check is kept without its phases.
 */
export class PhaseNotes {
  private readonly path: string;
  private bytes = 0;
  private writer: FileHandle | null = null;
  /** A write failed: the line that it may have torn stays the last one. */
  private isOver = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Those that an earlier run wrote, for reading. */
  static async find(path: string): Promise<PhaseNotes> {
    const notes = new PhaseNotes(path);
    notes.bytes = await stat(path).then(({ size }) => size, NONE);
    return notes;
  }

  get size(): number {
    return this.bytes;
  }

  async add(notes: PhasesByPlace): Promise<void> {
    if (notes.size === 0 || this.isOver) return;
    const lines = [...notes].map(([place, phases]) => `${place.toString(36)},${packPhases(phases)}\n`);
    try {
      this.writer ??= await open(this.path, 'a', 0o600);
      const text = lines.join('');
      const { bytesWritten } = await this.writer.write(text);
      this.bytes += bytesWritten;
      this.isOver = bytesWritten < text.length;
    } catch {
      this.isOver = true;
    }
  }

  /** Torn and garbled lines are left out. */
  async read(): Promise<PhasesByPlace> {
    const lines = (await readFile(this.path, 'utf8').catch(() => '')).split('\n').slice(0, -1);
    return new Map(lines.flatMap(readLine));
  }

  async close(): Promise<void> {
    const { writer } = this;
    this.writer = null;
    await writer?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeFile(this.path);
  }
}

const NONE = () => 0;
const LINE = /^([0-9a-z]+),([0-9a-z.]+)$/;

function readLine(line: string): [number, CheckPhases][] {
  const [, place = '', packed = ''] = LINE.exec(line) ?? [];
  const phases = unpackPhases(packed);
  return phases ? [[Number.parseInt(place, 36), phases]] : [];
}
