import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** The most bytes of a body that assertions read, both as received and decoded. */
export const MOST_BYTES = 1024 * 1024;

/** Servers apply one coding, rarely two. A body can be made that thousands of them leave as it is. */
const MOST_CODINGS = 3;

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
// Node 20 has none of it, despite its types.
const { createZstdDecompress, zstdDecompressSync }: Partial<typeof zlib> = zlib;

/** A decoder of one coding. Either takes a body that ends early: it may have been cut. */
type Coding = {
  create: (start: Buffer) => Transform;
  decodeSync: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;
  /** How a body that is malformed for it is decoded: from this byte on; null if it cannot be. */
  retry?: { coding: Coding; start: (bytes: Buffer) => number | null };
};

const RAW: Coding = {
  create: () => zlib.createInflateRaw({ finishFlush: Z_SYNC_FLUSH }),
  decodeSync: (bytes, options) => zlib.inflateRawSync(bytes, { finishFlush: Z_SYNC_FLUSH, ...options }),
};

const GZIP: Coding = {
  create: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  decodeSync: (bytes, options) => zlib.gunzipSync(bytes, { finishFlush: Z_SYNC_FLUSH, ...options }),
  retry: { coding: RAW, start: (bytes) => gzipDataStart(bytes) },
};

const CODINGS: Readonly<Partial<Record<string, Coding>>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: {
    create: (start) => (isZlib(start) ? zlib.createInflate({ finishFlush: Z_SYNC_FLUSH }) : RAW.create(start)),
    decodeSync: (bytes, options) =>
      isZlib(bytes)
        ? zlib.inflateSync(bytes, { finishFlush: Z_SYNC_FLUSH, ...options })
        : RAW.decodeSync(bytes, options),
  },
  br: {
    create: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
    decodeSync: (bytes, options) =>
      zlib.brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH, ...options }),
  },
  ...(createZstdDecompress &&
    zstdDecompressSync && {
      zstd: {
        create: () => createZstdDecompress({ finishFlush: ZSTD_e_flush }),
        decodeSync: (bytes, options) => zstdDecompressSync(bytes, { finishFlush: ZSTD_e_flush, ...options }),
      },
    }),
};

/** The encodings that a request with a body to read offers in the header Accept-Encoding. */
export const ENCODINGS = Object.keys(CODINGS)
  .filter((name) => name !== 'x-gzip')
  .join(', ');

/**
 * Decodes a body, its first 1 MiB; null if it is malformed, or has too many codings. `encoding`: Content-Encoding. As in
 * browsers an unknown coding, such as `none` or `utf-8`, changes nothing.
 */
export async function decodeBody(body: Buffer, encoding: string): Promise<Buffer | null> {
  let decoded: Buffer | null = body;
  const codings = codingsOf(encoding);
  if (codings.length > MOST_CODINGS) return null;
  for (const coding of codings) decoded = decoded && (await decodeBy(coding, decoded));
  return decoded;
}

/** Decodes the start of a body at once, for a few kilobytes; empty if that fails. */
export function decodeStart(body: Buffer, encoding: string): Buffer {
  const codings = codingsOf(encoding);
  if (codings.length > MOST_CODINGS) return Buffer.alloc(0);
  try {
    return codings.reduce((decoded, coding) => decodeSyncBy(coding, decoded), body);
  } catch {
    return Buffer.alloc(0); // malformed, or far longer decoded
  }
}

/** Returns the known codings, the last applied first. */
function codingsOf(encoding: string): Coding[] {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  return names.reverse().flatMap((name) => (Object.hasOwn(CODINGS, name) ? (CODINGS[name] ?? []) : []));
}

async function decodeBy(coding: Coding, body: Buffer): Promise<Buffer | null> {
  if (body.length === 0) return body;
  const decoded = await run(coding, body);
  const { retry } = coding;
  const start = retry?.start(body) ?? null;
  return decoded !== null || !retry || start === null ? decoded : run(retry.coding, body.subarray(start));
}

function decodeSyncBy({ decodeSync, retry }: Coding, body: Buffer): Buffer {
  const options = { maxOutputLength: MOST_BYTES };
  try {
    return decodeSync(body, options);
  } catch (error) {
    const start = retry?.start(body) ?? null;
    if (!retry || start === null) throw error;
    return retry.coding.decodeSync(body.subarray(start), options);
  }
}

function run({ create }: Coding, body: Buffer): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const decoder = create(body);
    const parts: Buffer[] = [];
    let bytes = 0;
    const end = (decoded: Buffer | null) => {
      decoder.destroy();
      resolve(decoded);
    };
    decoder.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_BYTES) end(Buffer.concat(parts).subarray(0, MOST_BYTES));
    });
    decoder.on('end', () => end(Buffer.concat(parts)));
    decoder.on('error', () => end(null));
    decoder.end(body);
  });
}

/**
 * Returns where the data of a gzip body starts, after its header (RFC 1952, 2.3); null if it has none. Browsers decode this
 * data alone: they ignore its checksum, and anything that follows.
 */
function gzipDataStart(bytes: Buffer): number | null {
  const [first, second, method, flags = 0] = bytes;
  if (first !== 0x1f || second !== 0x8b || method !== 8) return null;
  let at = 10;
  if (flags & 0b100 && bytes.length >= at + 2) at += 2 + bytes.readUInt16LE(at);
  // The name of the file, and a comment.
  for (const flag of [0b1000, 0b1_0000]) if (flags & flag) at = bytes.indexOf(0, at) + 1 || bytes.length;
  return flags & 0b10 ? at + 2 : at;
}

/** Whether the bytes have the header of RFC 1950, 2.2: many servers send deflate without it. */
function isZlib(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
