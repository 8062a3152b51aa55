import type { Duplex } from 'node:stream';
import { START_TLS_REFUSED } from '../../network/network.ts';

/** The most bytes that a server may send before TLS. */
const MOST_BYTES = 16 * 1024;

/** Reads and writes on a plain connection, until `end`. */
export class Dialogue {
  private readonly socket: Duplex;
  private unread = Buffer.alloc(0);
  private readBytes = 0;
  private failure: Error | null = null;
  private wake: () => void = () => undefined;

  constructor(socket: Duplex) {
    this.socket = socket;
    socket.on('data', this.add);
    socket.on('error', this.fail);
    socket.on('close', this.close);
    socket.on('end', this.close);
  }

  /** Whether more has come than was read. */
  get hasUnread(): boolean {
    return this.unread.length > 0;
  }

  send(data: string | Buffer): void {
    this.socket.write(data);
  }

  /** The next line, without its end. */
  async readLine(): Promise<string> {
    const end = await this.until(() => this.unread.indexOf('\n'));
    return this.take(end + 1)
      .toString('latin1')
      .replace(/\r?\n$/, '');
  }

  async read(bytes: number): Promise<Buffer> {
    await this.until(() => (this.unread.length >= bytes ? bytes : -1));
    return this.take(bytes);
  }

  /** Leaves the connection as it is. */
  end(): void {
    this.socket.pause();
    this.socket.off('data', this.add);
    this.socket.off('error', this.fail);
    this.socket.off('close', this.close);
    this.socket.off('end', this.close);
  }

  /** Waits until `find` returns something else than -1. */
  private async until(find: () => number): Promise<number> {
    for (;;) {
      const found = find();
      if (found >= 0) return found;
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  private take(bytes: number): Buffer {
    const taken = this.unread.subarray(0, bytes);
    this.unread = this.unread.subarray(bytes);
    return taken;
  }

  private readonly add = (chunk: Buffer): void => {
    this.readBytes += chunk.length;
    if (this.readBytes > MOST_BYTES) {
      this.fail(Object.assign(new Error('the server talks too much'), { code: START_TLS_REFUSED }));
      return;
    }
    this.unread = Buffer.concat([this.unread, chunk]);
    this.wake();
  };

  private readonly fail = (error: Error): void => {
    this.failure ??= error;
    this.wake();
  };

  private readonly close = (): void => this.fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
}
