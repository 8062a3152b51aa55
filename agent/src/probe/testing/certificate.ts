import { generateKeyPairSync, sign } from 'node:crypto';
import { bits, der, integer, octets, oid, sequence, set, text, time, truth } from './der.ts';

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

/** A self-signed certificate for a host, by default localhost, and 127.0.0.1, as PEM, that may also stand as an authority. */
export function selfSigned(fromMs: number, untilMs: number, host = 'localhost'): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(oid('2.5.4.3'), text(`farwatch.test ${untilMs}`))));
  const names = sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(oid('2.5.29.19'), truth(), octets(sequence(truth()))),
    sequence(oid('2.5.29.17'), octets(names)),
  );
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1 + (untilMs % 100)),
    ECDSA_SHA256,
    name,
    sequence(time(fromMs), time(untilMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const certificate = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate) };
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
