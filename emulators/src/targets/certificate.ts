import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** A certificate with its key, as PEM. Its common name has the end of its validity. */
export type Identity = { key: string; cert: string; untilMs: number };

/**
 * What differs from a usual certificate. `names`: with `addresses` it is valid for no host name, with `none` for nothing,
 * and its common name is the host. `same`: it has the key and the name of that one, as a root that another one signs too.
 */
type Unusual = { names?: 'addresses' | 'none'; same?: Identity };

/**
 * A certificate for a host, by default localhost, and 127.0.0.1, that may also stand as an authority. Self-signed,
 * unless another one has to sign it.
 */
export function selfSigned(
  fromMs: number,
  untilMs: number,
  host = 'localhost',
  signer?: Identity,
  { names: valid, same }: Unusual = {},
): Identity {
  const privateKey = same
    ? createPrivateKey(same.key)
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const names = valid === 'addresses' ? sequence(address) : sequence(der(0x82, Buffer.from(host)), address);
  const subject = valid === undefined ? nameOf(same?.untilMs ?? untilMs) : commonName(host);
  const extensions = sequence(
    sequence(oid('2.5.29.19'), truth(), octets(sequence(truth()))),
    ...(valid === 'none' ? [] : [sequence(oid('2.5.29.17'), octets(names))]),
  );
  const algorithm = sequence(oid('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1 + (untilMs % 100)),
    algorithm,
    signer ? nameOf(signer.untilMs) : subject,
    sequence(time(fromMs), time(untilMs)),
    subject,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, signer?.key ?? privateKey)));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate), untilMs };
}

function nameOf(untilMs: number): Buffer {
  return commonName(`farwatch.test ${untilMs}`);
}

function commonName(name: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), text(name))));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Just enough DER to write a certificate. Each gives the bytes of one value, tag and length included. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const octets = (value: Buffer) => der(0x04, value);
const bits = (value: Buffer) => der(0x03, Buffer.from([0]), value);
const text = (value: string) => der(0x0c, Buffer.from(value));
const truth = () => der(0x01, Buffer.from([0xff]));

/** An object identifier: its first two arcs in one byte, the others in base 128. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** A GeneralizedTime. */
function time(atMs: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}
