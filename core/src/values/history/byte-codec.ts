/** Writes whole numbers as bytes: seven bits each, the lowest first, the eighth bit set while more follow. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  /** Writes a number from 0 on. */
  count(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes.push((rest % 0x80) | 0x80);
    this.#bytes.push(rest);
  }

  /** Writes a number that may be negative: those near 0 take one byte. */
  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Writes ASCII characters after their number. */
  text(value: string): void {
    this.count(value.length);
    for (const character of value) this.#bytes.push(character.charCodeAt(0) & 0x7f);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what a ByteWriter wrote. Throws RangeError where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#next();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.count();
    return Array.from({ length }, () => String.fromCharCode(this.#next())).join('');
  }

  /** Reads as many items as the number before them says. */
  list<T>(read: () => T): T[] {
    const length = this.count();
    const items: T[] = [];
    for (let index = 0; index < length; index += 1) items.push(read());
    return items;
  }

  #next(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    this.#position += 1;
    return byte;
  }
}
