import { isIPv4 } from 'node:net';
import { addressBits } from '@farwatch/core/values/addresses/address';

const A_RECORD = 1;
const AAAA_RECORD = 28;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 3;

/** The name that a query is about, in lower case; empty for no query. */
export function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

/** The answer to a query: that address for its name, or with null that there is no such name. Null for no query. */
export function answerQuery(query: Buffer, address: string | null): Buffer | null {
  const nameEnd = query.indexOf(0, 12);
  if (nameEnd < 0 || query.length < nameEnd + 5) return null;
  const type = address === null || isIPv4(address) ? A_RECORD : AAAA_RECORD;
  const data = address !== null && query.readUInt16BE(nameEnd + 1) === type ? bytesOf(address) : null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER | (address === null ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data ? 1 : 0, 6);
  // The name of the question, an address of the internet, not to be kept.
  const record = data ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data] : [];
  return Buffer.concat([header, query.subarray(12, nameEnd + 5), ...record]);
}

function bytesOf(address: string): Buffer {
  const bits = addressBits(address);
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
