import dgram from 'node:dgram';
import net, { type AddressInfo } from 'node:net';

/** A reply for a name: addresses ([] for none of that family), possibly delayed or truncated over UDP, or a code. */
export type DnsReply =
  | { addresses: readonly string[]; afterMs?: number; isTruncated?: boolean }
  | 'ignore'
  | 'NXDOMAIN'
  | 'SERVFAIL'
  | 'REFUSED';

export type Question = { name: string; family: 4 | 6 };

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const TRUNCATED = 0x0200;
const ANSWER = 0x8180;

/** Starts a DNS server over UDP and TCP on that port of this machine, by default a free one. */
export async function startDns(replyFor: (question: Question) => DnsReply, onPort = 0) {
  const queries: Question[] = [];
  const answer = (query: Buffer, isTcp: boolean, send: (reply: Buffer) => void) => {
    const question = readQuestion(query);
    if (!isTcp) queries.push(question);
    const content = replyFor(question);
    if (content === 'ignore') return;
    const reply = encodeReply(query, question, content, isTcp);
    if (typeof content === 'object' && content.afterMs) setTimeout(send, content.afterMs, reply);
    else send(reply);
  };
  const tcp = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) =>
      answer(data.subarray(2), true, (reply) => socket.end(Buffer.concat([lengthOf(reply), reply]))),
    );
  });
  await new Promise<void>((resolve) => tcp.listen(onPort, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = dgram.createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  let isOpen = true;
  udp.on('message', (query, { port: to, address }) =>
    answer(query, false, (reply) => isOpen && udp.send(reply, to, address)),
  );
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  const close = () => {
    isOpen = false;
    udp.close();
    tcp.close();
  };
  return { server: `127.0.0.1:${port}`, queries, close };
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), family: query.readUInt16BE(at + 1) === 28 ? 6 : 4 };
}

function encodeReply(
  query: Buffer,
  { name, family }: Question,
  content: Exclude<DnsReply, 'ignore'>,
  isTcp: boolean,
): Buffer {
  const question = query.subarray(12, 12 + name.length + 2 + 4);
  const isTruncated = typeof content === 'object' && content.isTruncated === true && !isTcp;
  const addresses = typeof content === 'object' && !isTruncated ? content.addresses : [];
  const records = addresses.filter((address) => net.isIP(address) === family).map(recordOf);
  const code = typeof content === 'string' ? CODES[content] : 0;
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(ANSWER | (isTruncated ? TRUNCATED : 0) | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function recordOf(address: string): Buffer {
  const bytes = net.isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

/** The bytes of an address with one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function lengthOf(reply: Buffer): Buffer {
  return Buffer.from([reply.length >> 8, reply.length & 0xff]);
}
