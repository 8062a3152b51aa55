import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * A server's end of TLS 1.2 without secure renegotiation (RFC 5746), which OpenSSL cannot be made to be: it knows one
 * cipher suite and one curve, sends no extension, and answers what the client sends first with `answer`.
 */
export function speakLegacyTls(socket: Socket, identity: { key: string; cert: string }, answer: string): void {
  const session = new LegacySession(socket, identity, answer);
  let unread: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (; unread.length >= 5; ) {
      const end = 5 + unread.readUInt16BE(3);
      if (unread.length < end) return;
      session.receive(unread.readUInt8(0), unread.subarray(5, end));
      unread = unread.subarray(end);
    }
  });
}

const ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 = Buffer.from([0xc0, 0x2b]);
const X25519 = Buffer.from([0x00, 0x1d]);
const ECDSA_WITH_SHA256 = Buffer.from([0x04, 0x03]);
const TLS_1_2 = Buffer.from([3, 3]);
const RECORD = { changeCipher: 20, alert: 21, handshake: 22, data: 23 } as const;
const MESSAGE = {
  clientHello: 1,
  serverHello: 2,
  certificate: 11,
  keyExchange: 12,
  helloDone: 14,
  finished: 20,
} as const;

type Keys = { clientKey: Buffer; serverKey: Buffer; clientIv: Buffer; serverIv: Buffer };

class LegacySession {
  private readonly serverRandom = randomBytes(32);
  private readonly exchange = generateKeyPairSync('x25519');
  private messages: Buffer = Buffer.alloc(0);
  private clientRandom: Buffer = Buffer.alloc(0);
  private master: Buffer = Buffer.alloc(0);
  private keys: Keys | null = null;
  private isClientEncrypted = false;
  private readonly sequence = { client: 0n, server: 0n };

  private readonly socket: Socket;
  private readonly identity: { key: string; cert: string };
  private readonly answer: string;

  constructor(socket: Socket, identity: { key: string; cert: string }, answer: string) {
    this.socket = socket;
    this.identity = identity;
    this.answer = answer;
  }

  receive(type: number, content: Buffer): void {
    if (type === RECORD.changeCipher) {
      this.isClientEncrypted = true;
      return;
    }
    const plain = this.isClientEncrypted ? this.decrypt(type, content) : content;
    if (type === RECORD.alert) this.socket.end();
    if (type === RECORD.data) this.sendEncrypted(RECORD.data, Buffer.from(this.answer));
    if (type !== RECORD.handshake) return;
    this.messages = Buffer.concat([this.messages, plain]);
    if (plain[0] === MESSAGE.clientHello) this.greet(plain);
    else if (plain[0] === MESSAGE.finished) this.finish();
    else this.deriveKeys(plain);
  }

  private greet(clientHello: Buffer): void {
    this.clientRandom = clientHello.subarray(6, 38);
    const hello = [TLS_1_2, this.serverRandom, Buffer.of(0), ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, Buffer.of(0)];
    const certificate = withLength(3, new X509Certificate(this.identity.cert).raw);
    const publicKey = Buffer.from(this.exchange.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const parameters = Buffer.concat([Buffer.of(3), X25519, withLength(1, publicKey)]);
    const signature = sign(
      'sha256',
      Buffer.concat([this.clientRandom, this.serverRandom, parameters]),
      this.identity.key,
    );
    this.sendMessage(MESSAGE.serverHello, Buffer.concat(hello));
    this.sendMessage(MESSAGE.certificate, withLength(3, certificate));
    this.sendMessage(MESSAGE.keyExchange, Buffer.concat([parameters, ECDSA_WITH_SHA256, withLength(2, signature)]));
    this.sendMessage(MESSAGE.helloDone, Buffer.alloc(0));
  }

  private deriveKeys(clientKeyExchange: Buffer): void {
    const x = clientKeyExchange.subarray(5, 37).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
    const secret = diffieHellman({ privateKey: this.exchange.privateKey, publicKey });
    this.master = derive(secret, 'master secret', Buffer.concat([this.clientRandom, this.serverRandom]), 48);
    const block = derive(this.master, 'key expansion', Buffer.concat([this.serverRandom, this.clientRandom]), 40);
    this.keys = {
      clientKey: block.subarray(0, 16),
      serverKey: block.subarray(16, 32),
      clientIv: block.subarray(32, 36),
      serverIv: block.subarray(36, 40),
    };
  }

  private finish(): void {
    const hash = createHash('sha256').update(this.messages).digest();
    this.send(RECORD.changeCipher, Buffer.of(1));
    const content = withLength(3, derive(this.master, 'server finished', hash, 12));
    this.sendEncrypted(RECORD.handshake, Buffer.concat([Buffer.of(MESSAGE.finished), content]));
  }

  private sendMessage(type: number, content: Buffer): void {
    const message = Buffer.concat([Buffer.of(type), withLength(3, content)]);
    this.messages = Buffer.concat([this.messages, message]);
    this.send(RECORD.handshake, message);
  }

  private send(type: number, content: Buffer): void {
    this.socket.write(Buffer.concat([Buffer.of(type), TLS_1_2, withLength(2, content)]));
  }

  private sendEncrypted(type: number, plain: Buffer): void {
    if (!this.keys) return;
    const number = uint64(this.sequence.server++);
    const cipher = createCipheriv('aes-128-gcm', this.keys.serverKey, Buffer.concat([this.keys.serverIv, number]));
    cipher.setAAD(associated(number, type, plain.length));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    this.send(type, Buffer.concat([number, encrypted, cipher.getAuthTag()]));
  }

  private decrypt(type: number, content: Buffer): Buffer {
    if (!this.keys) return Buffer.alloc(0);
    const [number, encrypted, tag] = [content.subarray(0, 8), content.subarray(8, -16), content.subarray(-16)];
    const nonce = Buffer.concat([this.keys.clientIv, number]);
    const decipher = createDecipheriv('aes-128-gcm', this.keys.clientKey, nonce).setAuthTag(tag);
    decipher.setAAD(associated(uint64(this.sequence.client++), type, encrypted.length));
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  }
}

/** The pseudorandom function of RFC 5246, 5. */
function derive(secret: Buffer, label: string, seed: Buffer, bytes: number): Buffer {
  const labelled = Buffer.concat([Buffer.from(label), seed]);
  const hmac = (content: Buffer) => createHmac('sha256', secret).update(content).digest();
  let output: Buffer = Buffer.alloc(0);
  for (let each = hmac(labelled); output.length < bytes; each = hmac(each)) {
    output = Buffer.concat([output, hmac(Buffer.concat([each, labelled]))]);
  }
  return output.subarray(0, bytes);
}

function associated(sequence: Buffer, type: number, length: number): Buffer {
  return Buffer.concat([sequence, Buffer.of(type), TLS_1_2, Buffer.of(length >> 8, length & 0xff)]);
}

function withLength(lengthBytes: number, content: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
