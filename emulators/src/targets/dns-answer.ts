const A_RECORD = 1;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 3;

/** The answer to a query: that address for its name, or with null that there is no such name. Null for no query. */
export function answerQuery(query: Buffer, address: string | null): Buffer | null {
  const nameEnd = query.indexOf(0, 12);
  if (nameEnd < 0 || query.length < nameEnd + 5) return null;
  const isForAddress = query.readUInt16BE(nameEnd + 1) === A_RECORD;
  const data = address !== null && isForAddress ? Buffer.from(address.split('.').map(Number)) : null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER | (address === null ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data ? 1 : 0, 6);
  // The name of the question, an address of the internet, valid for a minute.
  const record = data ? [Buffer.from([0xc0, 12, 0, A_RECORD, 0, 1, 0, 0, 0, 60, 0, data.length]), data] : [];
  return Buffer.concat([header, query.subarray(12, nameEnd + 5), ...record]);
}
