import type { Duplex } from 'node:stream';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import { START_TLS_REFUSED } from '../../network/network.ts';
import { Dialogue } from './dialogue.ts';

/** What is said on a plain connection until TLS starts. Rejects if the server does not start it. */
type StartTlsDialogue = (socket: Duplex) => Promise<void>;

/** The dialogue of each protocol that starts TLS on request. */
export const START_TLS_DIALOGUES: Readonly<Record<StartTls, StartTlsDialogue>> = {
  smtp: within(startSmtp),
  imap: within(startImap),
  pop3: within(startPop3),
  ftp: within(startFtp),
  postgres: within(startPostgres),
  mysql: within(startMysql),
};

function within(start: (dialogue: Dialogue) => Promise<void>): StartTlsDialogue {
  return async (socket) => {
    const dialogue = new Dialogue(socket);
    try {
      await start(dialogue);
    } finally {
      dialogue.end();
    }
    // More than the answer came before TLS: an attacker may have injected it (RFC 3207, 6).
    if (dialogue.hasUnread) throw refused('more than the answer came before TLS');
  };
}

/** RFC 3207. */
async function startSmtp(dialogue: Dialogue): Promise<void> {
  await expectReply(dialogue, '220');
  dialogue.send('EHLO farwatch\r\n');
  const features = await expectReply(dialogue, '250');
  if (!features.some((line) => /^250[ -]STARTTLS\b/i.test(line))) throw refused('STARTTLS is not offered');
  dialogue.send('STARTTLS\r\n');
  await expectReply(dialogue, '220');
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
  if (code !== expected) throw refused(first);
  return lines;
}

/** RFC 9051, 6.2.1. */
async function startImap(dialogue: Dialogue): Promise<void> {
  const greeting = await dialogue.readLine();
  if (!/^\* (OK|PREAUTH)\b/i.test(greeting)) throw refused(greeting);
  dialogue.send('a1 STARTTLS\r\n');
  for (;;) {
    const line = await dialogue.readLine();
    if (line.startsWith('* ')) continue;
    if (!/^a1 OK\b/i.test(line)) throw refused(line);
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
  if (!/^\+OK\b/i.test(line)) throw refused(line);
}

/** PostgreSQL's SSLRequest: its length and a code, answered with one letter. */
async function startPostgres(dialogue: Dialogue): Promise<void> {
  dialogue.send(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
  const answer = (await dialogue.read(1)).toString('latin1');
  if (answer !== 'S') throw refused(`the answer to SSLRequest is ${answer}`);
}

const CLIENT_SSL = 0x0800;
const CLIENT_PROTOCOL_41 = 0x0200;
const CLIENT_SECURE_CONNECTION = 0x8000;

/** MySQL's handshake of version 10: the server's greeting with what it can do, answered with an SSLRequest. */
async function startMysql(dialogue: Dialogue): Promise<void> {
  const header = await dialogue.read(4);
  const greeting = await dialogue.read(header.readUIntLE(0, 3));
  const versionEnd = greeting.indexOf(0, 1);
  // The version, 4 bytes of a thread id, 8 of a challenge, and 1 that is unused.
  const at = versionEnd + 1 + 4 + 8 + 1;
  if (greeting[0] !== 10 || versionEnd < 0 || greeting.length < at + 2) throw refused('not a greeting of MySQL');
  if ((greeting.readUInt16LE(at) & CLIENT_SSL) === 0) throw refused('TLS is not offered');
  const request = Buffer.alloc(36);
  request.writeUIntLE(32, 0, 3);
  request.writeUInt8((header[3] ?? 0) + 1, 3);
  request.writeUInt32LE(CLIENT_SSL | CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION, 4);
  request.writeUInt32LE(0x0100_0000, 8);
  request.writeUInt8(45, 12); // utf8mb4
  dialogue.send(request);
}

function refused(answer: string): Error {
  return Object.assign(new Error(`TLS does not start: ${answer.slice(0, 200)}`), { code: START_TLS_REFUSED });
}
