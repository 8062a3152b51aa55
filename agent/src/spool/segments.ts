import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { WINDOW_MS, windowStart } from '@farwatch/core/time';
import { isNoRoom } from './durable.ts';
import { encodeLine, type SpooledCheck } from './line.ts';
import { Segment } from './segment.ts';

/** Segments stay open for appending until this long after their window began: a check may end in the next window. */
const GROWS_MS = 2 * WINDOW_MS;

/** The segments of a spool folder, oldest window first. This run appends to at most one of a window. */
export class Segments {
  private readonly folder: string;
  private readonly unique = randomBytes(6).toString('hex');
  private made = 0;
  private all: Segment[] = [];

  constructor(folder: string) {
    this.folder = folder;
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

  /** Appends checks durably, each to its window's segment. Gives those that find no room, with what the disk says. */
  async append(checks: readonly SpooledCheck[]): Promise<{ left: SpooledCheck[]; error: Error | null }> {
    let left = [...checks];
    for (let first = left[0]; first; first = left[0]) {
      const windowAt = windowStart(first.check.at);
      const isOfWindow = ({ check }: SpooledCheck) => windowStart(check.at) === windowAt;
      try {
        const growing = this.all.find((segment) => segment.windowAt === windowAt && segment.isOpen);
        const segment = growing ?? (await this.create(windowAt));
        await segment.append(left.filter(isOfWindow).map(encodeLine).join(''));
      } catch (error) {
        if (!isNoRoom(error)) throw error;
        return { left, error };
      }
      left = left.filter((check) => !isOfWindow(check));
    }
    return { left, error: null };
  }

  /** Closes what no check comes to any more. */
  async closeOld(nowMs: number): Promise<void> {
    const old = this.all.filter(({ isOpen, windowAt }) => isOpen && nowMs >= windowAt + GROWS_MS);
    for (const segment of old) await segment.close();
  }

  async remove(segment: Segment): Promise<void> {
    this.all = this.all.filter((other) => other !== segment);
    await segment.remove();
  }

  async close(): Promise<void> {
    for (const segment of this.all) await segment.close();
  }

  private async create(windowAt: number): Promise<Segment> {
    this.made += 1;
    const segment = await Segment.create(this.folder, windowAt, `${this.unique}${this.made}`);
    this.keep(segment);
    await this.closeOld(windowAt);
    return segment;
  }

  private keep(segment: Segment | null): void {
    if (segment) this.all = [...this.all, segment].sort((a, b) => a.windowAt - b.windowAt);
  }
}
