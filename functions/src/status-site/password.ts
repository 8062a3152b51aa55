import { scrypt, timingSafeEqual } from 'node:crypto';

const COST = { N: 16_384, r: 8, p: 1 };

/** Whether it is the password of `hash`, which is `scrypt:` with salt and key in base64url; false for another form. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [kind, salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'base64url');
  if (kind !== 'scrypt' || expected.length === 0) return false;
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64url'), expected.length), expected);
}

/** Runs concurrently with other requests, at most four at a time, each with 16 MiB. */
function keyOf(password: string, salt: Buffer, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
