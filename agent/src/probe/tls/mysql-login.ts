import type { Duplex } from 'node:stream';
import { Dialogue } from './dialogue.ts';

/** A server may delay its refusal, and nothing depends on it. */
const WITHIN_MS = 1_000;
const USER = 'farwatch';
const PLUGIN = 'mysql_native_password';
/** How long a password is to each method of authentication; the others take none. Another length breaks the handshake. */
const PASSWORD_BYTES: Readonly<Record<string, number>> = { [PLUGIN]: 20, client_ed25519: 64 };

const CLIENT_PROTOCOL_41 = 0x0200;
const CLIENT_SSL = 0x0800;
const CLIENT_SECURE_CONNECTION = 0x8000;
const CLIENT_PLUGIN_AUTH = 0x0008_0000;
/** The client's capabilities, in the request for TLS and in the login. */
const CAPABILITIES = CLIENT_SSL | CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION | CLIENT_PLUGIN_AUTH;

const OK = 0x00;
const SWITCH = 0xfe;
const QUIT = Buffer.from([1, 0, 0, 0, 1]);

/** Returns the start of MySQL's login, which alone is the request for TLS. */
export function startOfLogin(): Buffer {
  const start = Buffer.alloc(32);
  start.writeUInt32LE(CAPABILITIES, 0);
  start.writeUInt32LE(0x0100_0000, 4);
  start.writeUInt8(45, 8); // utf8mb4
  return start;
}

/** Returns a packet of MySQL: its length, its number, its content. */
export function packetOf(sequence: number, content: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(content.length, 0, 3);
  header.writeUInt8(sequence & 0xff, 3);
  return Buffer.concat([header, content]);
}

/** Reads a packet of MySQL. */
export async function readPacket(dialogue: Dialogue): Promise<{ sequence: number; content: Buffer }> {
  const header = await dialogue.read(4);
  return { sequence: header[3] ?? 0, content: await dialogue.read(header.readUIntLE(0, 3)) };
}

/**
 * Logs in to a MySQL server over TLS with a wrong password, and leaves. A server counts handshakes that end before, and
 * blocks the client's address after `max_connect_errors` of them; a refused login does not count. Never rejects.
 */
export async function failLogin(socket: Duplex): Promise<void> {
  const dialogue = new Dialogue(socket);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS);
  });
  await Promise.race([converse(dialogue), late]).catch(() => undefined);
  clearTimeout(timer);
  dialogue.end();
}

async function converse(dialogue: Dialogue): Promise<void> {
  const texts = [USER, PLUGIN].map((text) => Buffer.from(`${text}\0`));
  const [user = Buffer.of(0), plugin = Buffer.of(0)] = texts;
  const password = passwordFor(PLUGIN);
  // The greeting has the number 0, the request for TLS 1.
  const login = Buffer.concat([startOfLogin(), user, Buffer.of(password.length), password, plugin]);
  dialogue.send(packetOf(2, login));
  const first = await readPacket(dialogue);
  if (first.content[0] === OK) return dialogue.send(QUIT);
  if (first.content[0] !== SWITCH) return;
  const method = first.content.subarray(1).toString('latin1').split('\0')[0] ?? '';
  dialogue.send(packetOf(first.sequence + 1, passwordFor(method)));
  const second = await readPacket(dialogue);
  if (second.content[0] === OK) dialogue.send(QUIT);
}

function passwordFor(method: string): Buffer {
  return Buffer.alloc(PASSWORD_BYTES[method] ?? 0);
}
