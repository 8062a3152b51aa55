import type { Duplex } from 'node:stream';
import { optionsOfType } from '@farwatch/core/values/check-options';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import { type PlainSocket, START_TLS_REFUSED } from '../../network/network.ts';
import { nothingFound, type Probe } from '../probe.ts';
import { Dialogue } from './dialogue.ts';
import { failLogin, packetOf, readPacket, startOfLogin } from './mysql-login.ts';

/** The dialogue on a plain connection until TLS starts. Rejects if the server does not start it. */
type StartTlsDialogue = (socket: PlainSocket) => Promise<void>;
/** The dialogue over TLS before a connection ends. */
type LeaveDialogue = (socket: Duplex) => Promise<void>;

/** The dialogue of each protocol that starts TLS on request. */
const START_TLS_DIALOGUES: Readonly<Record<StartTls, StartTlsDialogue>> = {
  smtp: within(startSmtp),
  imap: within(startImap),
  pop3: within(startPop3),
  ftp: within(startFtp),
  postgres: within(startPostgres),
  mysql: within(startMysql),
};

/** The dialogue over TLS before the connection ends, where a server counts its absence as an error. Never rejects. */
const LEAVE_DIALOGUES: Readonly<Partial<Record<StartTls, LeaveDialogue>>> = { mysql: failLogin };

const CLIENT_SSL = 0x0800;
const MYSQL_ERROR = 0xff;

/** A TLS check: up once the handshake succeeds with a certificate that is trusted, as for https. */
export const probeTls: Probe = async (url, { check, network, signal, phases }) => {
  const { ipVersion, startTls, certificateSha256, legacyServerConnect } = optionsOfType(check, 'tls') ?? {};
  const { hostname, port } = new URL(url);
  const dialogue = startTls && START_TLS_DIALOGUES[startTls];
  const leave = async (socket: Duplex) => {
    phases.end();
    if (startTls) await LEAVE_DIALOGUES[startTls]?.(socket);
  };
  const { socket, isProof, certificateEndsAtMs, peer } = await network.connect({
    host: hostname,
    port: Number(port),
    ...(ipVersion && { family: ipVersion }),
    tls: {
      protocols: [],
      isLegacyAccepted: legacyServerConnect === true,
      ...(certificateSha256 !== undefined && { pinnedSha256: certificateSha256 }),
      ...(dialogue && {
        prepare: (socket) => {
          phases.begin('firstByte');
          return dialogue(socket);
        },
      }),
      leave,
    },
    signal,
  });
  await leave(socket);
  return { isProof, certificateEndsAtMs, isTimedByPhases: true, ...nothingFound(url, peer) };
};

function within(start: (dialogue: Dialogue, socket: PlainSocket) => Promise<void>): StartTlsDialogue {
  return async (socket) => {
    const dialogue = new Dialogue(socket);
    try {
      await start(dialogue, socket);
    } finally {
      dialogue.end();
    }
    // More than the answer came before TLS: an attacker may have injected it (RFC 3207, 6).
    if (dialogue.hasUnread) throw refused('more than the answer came before TLS');
  };
}

/** RFC 3207. */
async function startSmtp(dialogue: Dialogue, { localAddress }: PlainSocket): Promise<void> {
  await expectReply(dialogue, '220');
  dialogue.send(`EHLO ${addressLiteral(localAddress)}\r\n`);
  const features = await expectReply(dialogue, '250');
  if (!features.some((line) => /^250[ -]STARTTLS\b/i.test(line))) throw refused('STARTTLS is not offered');
  dialogue.send('STARTTLS\r\n');
  await expectReply(dialogue, '220');
}

/**
 * Returns the address of this end as an address literal of RFC 5321, 4.1.3, such as `[IPv6:2001:db8::7]`. An agent has
 * no domain name of its own, and many servers refuse any other name without a dot. `address`: undefined if it is unknown.
 */
export function addressLiteral(address: string | undefined): string {
  const [, ipv4] = /^(?:::ffff:)?(\d+(?:\.\d+){3})$/i.exec(address ?? '127.0.0.1') ?? [];
  if (ipv4 !== undefined) return `[${ipv4}]`;
  // A link-local address has the name of its interface after a percent sign.
  return `[IPv6:${address?.replace(/%.*/, '')}]`;
}

/** RFC 4217. */
async function startFtp(dialogue: Dialogue): Promise<void> {
  await expectReply(dialogue, '220');
  dialogue.send('AUTH TLS\r\n');
  await expectReply(dialogue, '234');
}

/** The lines of a reply in SMTP or FTP: a hyphen after the code means that more follow, up to the code without one. */
async function expectReply(dialogue: Dialogue, expected: string): Promise<string[]> {
  const first = await dialogue.readLine();
  const code = first.slice(0, 3);
  const lines = [first];
  for (let line = first; line.startsWith('-', 3) || !line.startsWith(code); lines.push(line)) {
    line = await dialogue.readLine();
  }
  if (code !== expected) throw refusedWith(lines.join('\n'));
  return lines;
}

/** RFC 9051, 6.2.1. */
async function startImap(dialogue: Dialogue): Promise<void> {
  const greeting = await dialogue.readLine();
  if (!/^\* (OK|PREAUTH)\b/i.test(greeting)) throw refusedWith(greeting);
  dialogue.send('a1 STARTTLS\r\n');
  for (;;) {
    const line = await dialogue.readLine();
    if (line.startsWith('* ')) continue;
    if (!/^a1 OK\b/i.test(line)) throw refusedWith(line);
    return;
  }
}

/** RFC 2595, 4. */
async function startPop3(dialogue: Dialogue): Promise<void> {
  await expectOk(dialogue);
  dialogue.send('STLS\r\n');
  await expectOk(dialogue);
}

async function expectOk(dialogue: Dialogue): Promise<void> {
  const line = await dialogue.readLine();
  if (!/^\+OK\b/i.test(line)) throw refusedWith(line);
}

/** PostgreSQL's SSLRequest: its length and a code, answered with one letter. */
async function startPostgres(dialogue: Dialogue): Promise<void> {
  dialogue.send(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
  const answer = (await dialogue.read(1)).toString('latin1');
  if (answer !== 'S') throw refused(`the answer to SSLRequest is ${answer}`);
}

/**
 * MySQL's handshake of version 10: the server's greeting with what it can do, answered with an SSLRequest. An error
 * instead of the greeting has a number and a text, before which later versions have a state.
 */
async function startMysql(dialogue: Dialogue): Promise<void> {
  const { sequence, content: greeting } = await readPacket(dialogue);
  if (greeting[0] === MYSQL_ERROR && greeting.length > 3) {
    const text = greeting
      .subarray(3)
      .toString()
      .replace(/^#.{5}/, '');
    throw refusedWith(`${greeting.readUInt16LE(1)} ${text}`);
  }
  const versionEnd = greeting.indexOf(0, 1);
  // The version, 4 bytes of a thread id, 8 of a challenge, and 1 that is unused.
  const at = versionEnd + 1 + 4 + 8 + 1;
  if (greeting[0] !== 10 || versionEnd < 0 || greeting.length < at + 2) throw refused('not a greeting of MySQL');
  if ((greeting.readUInt16LE(at) & CLIENT_SSL) === 0) throw refused('TLS is not offered');
  dialogue.send(packetOf(sequence + 1, startOfLogin()));
}

function refused(reason: string): Error {
  return Object.assign(new Error(`TLS does not start: ${reason}`), { code: START_TLS_REFUSED });
}

/** Returns an error that contains the server's reply, for users to read. */
function refusedWith(reply: string): Error {
  return Object.assign(refused(reply.slice(0, 200)), { reply });
}
