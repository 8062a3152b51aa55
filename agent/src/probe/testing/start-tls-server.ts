import net, { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import { listen } from './servers.ts';

/** What a server says first, and what it replies; null for nothing. */
type Script = { greeting?: string | Buffer; replies: (said: Buffer) => string | Buffer | null };

const MYSQL_GREETING = Buffer.concat([
  Buffer.from([0x0a]),
  Buffer.from('8.4.0\0'),
  Buffer.alloc(4 + 8 + 1),
  Buffer.from([0xff, 0xff]),
  Buffer.alloc(20),
]);
const MYSQL_REQUEST_BYTES = 36;
const header = (length: number) => Buffer.from([length, 0, 0, 0]);

const inLines = (greeting: string, replies: Readonly<Record<string, string>>): Script => ({
  greeting,
  replies: (said) => replies[String(said).split(/[ \r]/)[0]?.toUpperCase() ?? ''] ?? '500 what?\r\n',
});

/** A usual server of each protocol, as far as TLS. */
export const SCRIPTS: Readonly<Record<StartTls, Script>> = {
  smtp: inLines('220-mail.farwatch.test\r\n220 ready\r\n', {
    EHLO: '250-mail.farwatch.test\r\n250-SIZE 1000\r\n250 STARTTLS\r\n',
    STARTTLS: '220 go ahead\r\n',
  }),
  imap: { greeting: '* OK ready\r\n', replies: () => '* CAPABILITY IMAP4rev2\r\na1 OK begin\r\n' },
  pop3: { greeting: '+OK ready\r\n', replies: () => '+OK begin\r\n' },
  ftp: inLines('220-Welcome\r\n to the server\r\n220 ready\r\n', { AUTH: '234 begin\r\n' }),
  postgres: { replies: (said) => (said.equals(Buffer.from('00000008 04d2162f'.replace(' ', ''), 'hex')) ? 'S' : 'E') },
  mysql: { greeting: Buffer.concat([header(MYSQL_GREETING.length), MYSQL_GREETING]), replies: () => '' },
};

const STARTS: Readonly<Record<StartTls, (said: Buffer) => boolean>> = {
  smtp: (said) => String(said) === 'STARTTLS\r\n',
  imap: () => true,
  pop3: () => true,
  ftp: () => true,
  postgres: () => true,
  mysql: (said) => said.length === MYSQL_REQUEST_BYTES && said.readUInt32LE(0) === 0x0100_0020,
};

/** A server on a free port that starts TLS as a protocol has it. Gives its port. */
export function startTlsServer(
  protocol: StartTls,
  identity: { key: string; cert: string },
  { greeting = '', replies }: Script = SCRIPTS[protocol],
): Promise<number> {
  const server = net.createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
    const reply = (received: Buffer) => {
      // TLS may begin in the same packet as MySQL's request for it.
      const said = protocol === 'mysql' ? received.subarray(0, MYSQL_REQUEST_BYTES) : received;
      socket.write(replies(said) ?? '');
      if (!STARTS[protocol](said)) return;
      socket.off('data', reply);
      socket.pause();
      if (said.length < received.length) socket.unshift(received.subarray(said.length));
      new TLSSocket(socket, { isServer: true, ...identity }).on('error', () => undefined);
    };
    socket.on('data', reply);
  });
  return listen(server, '127.0.0.1');
}
