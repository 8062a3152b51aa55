import { createSocket } from 'node:dgram';
import net, { type AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A DNS server over UDP and TCP on a free port, closed after the test. `reply`: null for none. Gives its address. */
export async function rawDns(reply: (query: Buffer, isTcp: boolean) => Buffer | null): Promise<string> {
  const tcp = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      const answer = reply(data.subarray(2), true);
      if (answer) socket.end(Buffer.concat([uint16(answer.length), answer]));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, from) => {
    const answer = reply(query, false);
    if (answer) udp.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  open.push(() => {
    tcp.close();
    udp.close();
  });
  return `127.0.0.1:${port}`;
}

export const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

/** A name as DNS writes it, uncompressed. */
export function nameOf(text: string): Buffer {
  const labels = text.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.of(0),
  ]);
}

/** A text as TXT records write it, in parts of at most 255 bytes. */
export function textOf(text: string): Buffer {
  const parts =
    Buffer.from(text)
      .toString('latin1')
      .match(/.{1,255}/gs) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part, 'latin1')])));
}

type Answer = { type: number; data: Buffer; owner?: Buffer };

/** The answer to a query with these records. `code`: 3 for a name that does not exist. */
export function answerTo(query: Buffer, records: readonly Answer[], code = 0, isTruncated = false): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const header = Buffer.concat([
    query.subarray(0, 2),
    uint16(0x8180 | code | (isTruncated ? 0x0200 : 0)),
    ...[1, isTruncated ? 0 : records.length, 0, 0].map(uint16),
  ]);
  const encoded = isTruncated
    ? []
    : records.map(({ type, data, owner = Buffer.of(0xc0, 12) }) =>
        Buffer.concat([owner, uint16(type), uint16(1), Buffer.of(0, 0, 0, 60), uint16(data.length), data]),
      );
  return Buffer.concat([header, question, ...encoded]);
}
