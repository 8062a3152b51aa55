/** Just enough DER to write a certificate. Each gives the bytes of one value, tag and length included. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

export const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
export const set = (...parts: Buffer[]) => der(0x31, ...parts);
export const integer = (value: number) => der(0x02, Buffer.from([value]));
export const octets = (value: Buffer) => der(0x04, value);
export const bits = (value: Buffer) => der(0x03, Buffer.from([0]), value);
export const text = (value: string) => der(0x0c, Buffer.from(value));
export const truth = () => der(0x01, Buffer.from([0xff]));

/** An object identifier: its first two arcs in one byte, the others in base 128. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** A GeneralizedTime. */
export function time(atMs: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}
