import type { Random } from './random.ts';

/** A file's content, in a buffer with space for appending. */
class File {
  size = 0;
  synced = 0;
  private buffer = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  put(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > this.buffer.length) {
      const larger = Buffer.alloc(2 * end);
      larger.set(this.bytes);
      this.buffer = larger;
    }
    this.buffer.set(bytes, at);
    this.size = Math.max(this.size, end);
  }

  cut(size: number): void {
    this.buffer.fill(0, size, this.size);
    this.size = size;
    this.synced = Math.min(this.synced, size);
  }
}

/** Awaited at each step on the disk, during which the process may end. */
export type DiskTime = () => Promise<void>;

/** A disk that outlives the processes that use it. `isFull`: writes fail. */
export class MemoryDisk {
  private isFull = false;
  private readonly files = new Map<string, File>();

  setFull(isFull: boolean): void {
    this.isFull = isFull;
  }

  /** Keeps a random part of the unsynced bytes. */
  cutPower(random: Random): void {
    for (const file of this.files.values()) {
      file.cut(random.between(file.synced, file.size));
      file.synced = file.size;
    }
  }

  names(folder: string): string[] {
    const prefix = `${folder}/`;
    const inside = [...this.files.keys()].filter((path) => path.startsWith(prefix));
    return [...new Set(inside.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))].sort();
  }

  /** What a process imports as `node:fs/promises`. */
  asModule(time: DiskTime): Record<string, unknown> {
    const { files } = this;
    const need = (path: string) => {
      const file = files.get(path);
      if (!file) throw failure('ENOENT', path);
      return file;
    };
    const after = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
      return async (...args: Args) => {
        await time();
        return work(...args);
      };
    };
    return {
      open: after((path: string, flags: string) => this.open(path, flags, time)),
      rename: after((from: string, to: string) => {
        const file = need(from);
        files.delete(from);
        files.set(to, file);
      }),
      unlink: after((path: string) => {
        need(path);
        files.delete(path);
      }),
      readFile: after((path: string) => need(path).bytes.toString('utf8')),
      readdir: after((folder: string) => this.names(folder)),
      mkdir: async () => time(),
      stat: async (path: string) => ({ size: need(path).size }),
      statfs: async () => ({ bavail: this.isFull ? 0 : 1e6, bsize: 4096 }),
    };
  }

  private open(path: string, flags: string, time: DiskTime): unknown {
    const { files } = this;
    if (flags !== 'r') {
      if (this.isFull) throw failure('ENOSPC', path);
      if (flags === 'wx' && files.has(path)) throw failure('EEXIST', path);
      if (flags !== 'a' || !files.has(path)) files.set(path, new File());
    }
    return this.handleOf(files.get(path) ?? new File(), path, time);
  }

  private handleOf(file: File, path: string, time: DiskTime): unknown {
    const put = (bytes: Buffer, at: number) => {
      if (this.isFull) throw failure('ENOSPC', path);
      file.put(bytes, at);
    };
    const sync = async () => {
      await time();
      file.synced = file.size;
    };
    return {
      sync,
      datasync: sync,
      close: () => Promise.resolve(),
      stat: async () => ({ size: file.size }),
      truncate: async (size: number) => file.cut(size),
      writeFile: async (text: string) => {
        await time();
        put(Buffer.from(text), 0);
      },
      write: async (bytes: Buffer | string, from = 0, length = bytes.length, at = file.size) => {
        await time();
        put(Buffer.from(bytes).subarray(from, from + length), at);
        return { bytesWritten: length };
      },
      read: async (into: Buffer, offset: number, length: number, at: number) => {
        const part = file.bytes.subarray(at, at + length);
        part.copy(into, offset);
        return { bytesRead: part.length };
      },
    };
  }
}

function failure(code: string, path: string): Error {
  // Without a stack: processes look for missing files thousands of times.
  return Object.assign(Object.create(Error.prototype) as Error, { code, message: `${code}: ${path}` });
}
