import type { CheckError } from '@farwatch/core/values/check';

/**
 * The head of a final answer; text is one character a byte, as it came. `hasLength`: it states how long its body is.
 * `fields`: its headers, names in lower case.
 */
export type Head = {
  statusCode: number;
  location: string | null;
  setCookies: readonly string[];
  contentType: string;
  hasLength: boolean;
  fields: () => Fields;
};
export type Fields = readonly (readonly [name: string, value: string])[];

/** Receives an answer as it comes: its head once, parts of its body, and finally how it ended. */
export type Listener = {
  head(head: Head): void;
  body(part: Buffer): void;
  end(failure: CheckError | Error | null): void;
};

const HEADER_BYTES = 64 * 1024;
const LF = 10;
const CR = 13;
const BEGIN = 'HTTP/';
const STATUS_LINE = /^HTTP\/\d(?:\.\d)?[ \t]+([1-9]\d\d)(?!\d)/i;
const NO_BODY: ReadonlySet<number> = new Set([101, 204, 304]);
/** A line between chunks takes no more: the longest size with its end. What is longer counts as headers. */
const CHUNK_LINE_BYTES = 16;

/**
 * What is read next. `length` has a number of bytes left; the others go by lines, `toClose` by the connection's end.
 */
type State = 'status' | 'header' | 'length' | 'toClose' | 'chunkSize' | 'chunkData' | 'chunkEnd' | 'trailer' | 'over';

/**
 * Reads one HTTP/1 answer as tolerantly as browsers and curl, since a fault that they ignore is no outage: lines may
 * end in LF, names may be followed by spaces, unreadable lines are skipped, the last Content-Length counts, none counts
 * with chunks (RFC 9112, 6.3), and anything after the body is ignored.
 */
export class Http1Reader {
  #state: State = 'status';
  #rest: Buffer = Buffer.alloc(0);
  #headBytes = 0;
  #toGo = 0;
  #statusCode = 0;
  #headers: [name: string, value: string][] = [];
  readonly #listener: Listener;
  readonly #isToHead: boolean;

  /** An answer to HEAD (`isToHead`) has no body, even if its headers announce one. */
  constructor(listener: Listener, isToHead = false) {
    this.#listener = listener;
    this.#isToHead = isToHead;
  }

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#state !== 'over' && this.#step());
  }

  /** The other side closed the connection properly: that may also end the head, as it does for curl. */
  close(): void {
    if (this.#state === 'header' && this.#statusCode >= 200) {
      this.#reportHead();
      this.#end(null);
    } else this.#end(this.#state === 'toClose' ? null : 'reset');
  }

  /** Whether it made progress with the bytes it has. */
  #step(): boolean {
    if (this.#state === 'toClose' || this.#state === 'length' || this.#state === 'chunkData') return this.#readBytes();
    if (this.#state === 'status' && !this.#mayBeHttp()) return this.#end('protocol');
    const at = this.#rest.indexOf(LF);
    const bytes = at < 0 ? this.#rest.length : at + 1;
    if (this.#headBytes + bytes > HEADER_BYTES) return this.#end('headers');
    if (at < 0) return false;
    const line = this.#rest.toString('latin1', 0, this.#endOfLine(at));
    this.#rest = this.#rest.subarray(bytes);
    this.#readLine(line, bytes);
    return true;
  }

  /** Where the line with its LF at `at` ends without its carriage returns, in time that grows only with those. */
  #endOfLine(at: number): number {
    let end = at;
    while (end > 0 && this.#rest[end - 1] === CR) end -= 1;
    return end;
  }

  #mayBeHttp(): boolean {
    const begin = this.#rest.toString('latin1', 0, BEGIN.length).toUpperCase();
    return begin === '' || BEGIN.startsWith(begin) || begin.startsWith('\r') || begin.startsWith('\n');
  }

  #readBytes(): boolean {
    const bytes = this.#state === 'toClose' ? this.#rest.length : Math.min(this.#rest.length, this.#toGo);
    if (bytes === 0) return false;
    const part = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    this.#toGo -= bytes;
    this.#listener.body(part);
    if (this.#state === 'length' && this.#toGo === 0) return this.#end(null);
    if (this.#state === 'chunkData' && this.#toGo === 0) this.#state = 'chunkEnd';
    return true;
  }

  #readLine(line: string, bytes: number): void {
    switch (this.#state) {
      case 'status':
        this.#headBytes += bytes;
        if (line !== '') this.#readStatus(line);
        break;
      case 'header':
        this.#headBytes += bytes;
        if (line === '') this.#endHead();
        else this.#readHeader(line);
        break;
      case 'chunkEnd':
        this.#countBeyondChunkLine(bytes);
        if (line === '') this.#state = 'chunkSize';
        else this.#end('protocol');
        break;
      case 'chunkSize':
        this.#countBeyondChunkLine(bytes);
        this.#readChunkSize(line);
        break;
      default:
        this.#headBytes += bytes;
        if (line === '') this.#end(null);
    }
  }

  #countBeyondChunkLine(bytes: number): void {
    this.#headBytes += Math.max(0, bytes - CHUNK_LINE_BYTES);
  }

  #readStatus(line: string): void {
    const statusCode = STATUS_LINE.exec(line)?.[1];
    if (statusCode === undefined) this.#end('protocol');
    else {
      this.#statusCode = Number(statusCode);
      this.#headers = [];
      this.#state = 'header';
    }
  }

  #readHeader(line: string): void {
    if (line.includes('\0')) this.#end('protocol');
    const last = this.#headers.at(-1);
    const colon = line.indexOf(':');
    // Only appended to: trimming the whole each time would take minutes for a header of thousands of lines.
    if (/^[ \t]/.test(line) && last) last[1] += last[1] === '' ? line.trim() : ` ${line.trim()}`;
    else if (colon > 0) this.#headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }

  #readChunkSize(line: string): void {
    const size = /^[ \t]*([\da-f]{1,13})(?![\da-f])/i.exec(line)?.[1];
    if (size === undefined) this.#end('protocol');
    else {
      this.#toGo = Number.parseInt(size, 16);
      this.#state = this.#toGo === 0 ? 'trailer' : 'chunkData';
    }
  }

  #endHead(): void {
    if (this.#statusCode < 200 && this.#statusCode !== 101) {
      this.#state = 'status';
      return;
    }
    this.#reportHead();
    const length = this.#headers.findLast(([name]) => name === 'content-length')?.[1];
    if (this.#isToHead || NO_BODY.has(this.#statusCode)) this.#end(null);
    else if (this.#headers.some(([name, value]) => name === 'transfer-encoding' && /chunked/i.test(value))) {
      this.#state = 'chunkSize';
    } else if (length === undefined) this.#state = 'toClose';
    else this.#beginLength(length);
  }

  #beginLength(length: string): void {
    const bytes = Number.parseInt(length, 10);
    this.#toGo = bytes;
    this.#state = Number.isSafeInteger(bytes) ? 'length' : 'toClose';
    if (!/^\d/.test(length)) this.#end('protocol');
    else if (bytes === 0) this.#end(null);
  }

  #reportHead(): void {
    const first = (sought: string) => this.#headers.find(([name]) => name === sought)?.[1] ?? null;
    const [location, contentType] = [first('location'), first('content-type') ?? ''];
    const isChunked = first('transfer-encoding') !== null;
    const hasLength = !isChunked && first('content-length') !== null;
    const setCookies = this.#headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
    const fields = this.#headers;
    const head = { statusCode: this.#statusCode, location, setCookies, contentType, hasLength };
    this.#listener.head({ ...head, fields: () => fields });
  }

  #end(error: CheckError | null): false {
    if (this.#state !== 'over') {
      this.#state = 'over';
      this.#listener.end(error);
    }
    return false;
  }
}
