/**
 * Splits a stream of gRPC bytes into its messages: each is led by a flag byte (1: compressed, which no Firestore client
 * does) and its length in four bytes.
 */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The messages that these bytes complete. Throws on a compressed one. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      if (this.#rest.length < 5) return messages;
      if (this.#rest[0] === 1) throw new Error('compressed gRPC messages are not understood');
      const end = 5 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < end) return messages;
      messages.push(this.#rest.subarray(5, end));
      this.#rest = this.#rest.subarray(end);
    }
  }
}
