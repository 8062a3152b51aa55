import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

/** Firestore's own message types, as its client library carries them. */
const file = new URL('build/protos/v1.json', import.meta.resolve('@google-cloud/firestore/package.json'));
const root = protobuf.Root.fromJSON(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));

export type Decoded = Record<string, unknown>;

/** Decodes messages of a type of `google.firestore.v1`; repeated fields are always there. */
export function decoder(name: string): (message: Buffer) => Decoded {
  const type = root.lookupType(`google.firestore.v1.${name}`);
  return (message) => type.toObject(type.decode(message), { arrays: true, longs: Number });
}

/** Encodes messages of a type of `google.firestore.v1`, as their JSON form has them. */
export function encoder(name: string): (message: Decoded) => Buffer {
  const type = root.lookupType(`google.firestore.v1.${name}`);
  return (message) => Buffer.from(type.encode(type.fromObject(message)).finish());
}
