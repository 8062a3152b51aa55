/** Tags of DER: the status "revoked" of RFC 6960, 4.2.1, and the types on the way to it. */
const TAG = { sequence: 0x30, octets: 0x04, explicit: 0xa0, revoked: 0xa1 } as const;

type Value = { tag: number; content: Buffer };

/**
 * Whether a stapled OCSP response says that the server's certificate is revoked. Its signature is not verified: it
 * comes over a connection that the server has authenticated, and no server accuses itself falsely.
 */
export function isRevokedIn(response: Buffer): boolean {
  // OCSPResponse: status, [0] responseBytes { type, response }.
  const bytes = child(child(child([whole(response)], TAG.sequence), TAG.explicit), TAG.sequence);
  const basic = bytes.find(({ tag }) => tag === TAG.octets)?.content;
  if (!basic) return false;
  // BasicOCSPResponse: tbsResponseData { version, responder, producedAt, responses }, signature …
  const data = child(child([whole(basic)], TAG.sequence), TAG.sequence);
  const responses = child(data, TAG.sequence);
  // SingleResponse: certificate, status, times. The first is about the server's own certificate.
  const single = child(responses, TAG.sequence);
  return single[1]?.tag === TAG.revoked;
}

/** What the first value with a tag contains; nothing if there is none. */
function child(values: readonly Value[], tag: number): Value[] {
  const found = values.find((value) => value.tag === tag);
  return found ? valuesIn(found.content) : [];
}

function whole(bytes: Buffer): Value {
  return valuesIn(bytes)[0] ?? { tag: 0, content: bytes };
}

/** The values in DER, up to the first that is malformed. */
function valuesIn(bytes: Buffer): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const [tag = 0, first = 0] = [bytes[at], bytes[at + 1]];
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const from = at + 2 + lengthBytes;
    if (lengthBytes > 3 || from > bytes.length) return values;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    if (from + length > bytes.length) return values;
    values.push({ tag, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return values;
}
