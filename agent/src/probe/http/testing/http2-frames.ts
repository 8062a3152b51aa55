const HEADERS = 1;
const SETTINGS = 4;
const END_STREAM = 1;
const END_HEADERS = 4;
/** Of HPACK, the literal value that follows the name :status (RFC 7541, 6.2.2 and Appendix A). */
const STATUS_IS = 8;

/** A frame of HTTP/2, RFC 9113, 4.1. */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The frames with which a server starts. */
export const PREFACE = Buffer.concat([frame(SETTINGS, 0, 0, Buffer.alloc(0)), frame(SETTINGS, 1, 0, Buffer.alloc(0))]);

/** The head of the first answer, whatever its status is, and with `isAll` the whole of it. */
export function answered(status: string, isAll: boolean): Buffer {
  const flags = END_HEADERS + (isAll ? END_STREAM : 0);
  return frame(HEADERS, flags, 1, Buffer.from([STATUS_IS, status.length, ...Buffer.from(status)]));
}
