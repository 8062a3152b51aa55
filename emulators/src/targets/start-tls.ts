import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import type { Identity } from './certificate.ts';

/** The dialogue of a server. */
export type Script = {
  /** What it sends first. */
  greeting?: string | Buffer;
  /** Returns the reply to what the client sent; null for no reply. */
  replies: (sent: Buffer) => string | Buffer | null;
  /** What it does once TLS has started. */
  secured?: (socket: TLSSocket) => void;
};

const MYSQL_GREETING = Buffer.concat([
  Buffer.from([0x0a]),
  Buffer.from('8.4.0\0'),
  Buffer.alloc(4 + 8 + 1),
  Buffer.from([0xff, 0xff]),
  Buffer.alloc(20),
]);
/** An error packet: too many connections. */
const MYSQL_REFUSAL = Buffer.concat([Buffer.from([0xff, 0x10, 0x04]), Buffer.from('#08004Too many connections')]);
const MYSQL_DENIAL = Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from('#28000Access denied')]);
const MYSQL_REQUEST_BYTES = 36;
/** A packet of MySQL: its length, its number, its content. */
const packet = (content: Buffer, sequence = 0) =>
  Buffer.concat([Buffer.from([content.length, 0, 0, sequence]), content]);

const inLines = (greeting: string, replies: Readonly<Record<string, string>>): Script => ({
  greeting,
  replies: (sent) => replies[String(sent).split(/[ \r]/)[0]?.toUpperCase() ?? ''] ?? '500 what?\r\n',
});

/** A full domain name, or an address literal (RFC 5321, 4.1.3): the only names that strict mail servers accept. */
const EHLO_NAME = /^EHLO (?:(?!localhost\b)[a-z\d-]+(?:\.[a-z\d-]+)+|\[(?:\d+(?:\.\d+){3}|IPv6:[\da-f:.]+)\])\r\n$/i;

/** A server that refuses clients without a proper name, as Postfix does with `reject_non_fqdn_helo_hostname`. */
function strictAboutNames(script: Script): Script {
  const isRefused = (line: string) => /^EHLO/i.test(line) && !EHLO_NAME.test(line);
  return {
    ...script,
    replies: (sent) =>
      isRefused(String(sent))
        ? '504 5.5.2 Helo command rejected: need fully-qualified hostname\r\n'
        : script.replies(sent),
  };
}

/** A usual server of each protocol, as far as TLS. */
export const SCRIPTS: Readonly<Record<StartTls, Script>> = {
  smtp: strictAboutNames(
    inLines('220-mail.farwatch.test\r\n220 ready\r\n', {
      EHLO: '250-mail.farwatch.test\r\n250-SIZE 1000\r\n250 STARTTLS\r\n',
      STARTTLS: '220 go ahead\r\n',
    }),
  ),
  imap: { greeting: '* OK ready\r\n', replies: () => '* CAPABILITY IMAP4rev2\r\na1 OK begin\r\n' },
  pop3: { greeting: '+OK ready\r\n', replies: () => '+OK begin\r\n' },
  ftp: inLines('220-Welcome\r\n to the server\r\n220 ready\r\n', { AUTH: '234 begin\r\n' }),
  postgres: { replies: (sent) => (isSslRequest(sent) ? 'S' : 'E') },
  mysql: {
    greeting: packet(MYSQL_GREETING),
    replies: () => '',
    secured: (socket) => socket.once('data', () => socket.end(packet(MYSQL_DENIAL, 3))),
  },
};

/** A server of each protocol that is out of order: it answers, and starts no TLS. */
export const REFUSALS: Readonly<Record<StartTls, Script>> = {
  smtp: { greeting: '554 out of order\r\n', replies: () => null },
  imap: { greeting: '* BYE out of order\r\n', replies: () => null },
  pop3: { greeting: '-ERR out of order\r\n', replies: () => null },
  ftp: { greeting: '421 out of order\r\n', replies: () => null },
  postgres: { replies: () => 'N' },
  mysql: { greeting: packet(MYSQL_REFUSAL), replies: () => null },
};

function isSslRequest(sent: Buffer): boolean {
  return sent.equals(Buffer.from('0000000804d2162f', 'hex'));
}

const STARTS: Readonly<Record<StartTls, (sent: Buffer) => boolean>> = {
  smtp: (sent) => String(sent) === 'STARTTLS\r\n',
  imap: () => true,
  pop3: () => true,
  ftp: () => true,
  postgres: isSslRequest,
  mysql: (sent) => sent.length === MYSQL_REQUEST_BYTES && sent.readUInt32LE(0) === 0x0100_0020,
};

/** Speaks a protocol on a connection until the client starts TLS, then that. */
export function speakUntilTls(
  socket: Socket,
  protocol: StartTls,
  identity: Pick<Identity, 'key' | 'cert'>,
  { greeting = '', replies, secured }: Script = SCRIPTS[protocol],
): void {
  socket.on('error', () => undefined);
  socket.write(greeting);
  const reply = (received: Buffer) => {
    // TLS may begin in the same packet as MySQL's request for it.
    const sent = protocol === 'mysql' ? received.subarray(0, MYSQL_REQUEST_BYTES) : received;
    const answer = replies(sent);
    socket.write(answer ?? '');
    if (answer === null || !STARTS[protocol](sent)) return;
    socket.off('data', reply);
    socket.pause();
    if (sent.length < received.length) socket.unshift(received.subarray(sent.length));
    const tls = new TLSSocket(socket, { isServer: true, ...identity }).on('error', () => undefined);
    secured?.(tls);
  };
  socket.on('data', reply);
}
