import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Takes 16 MB of memory and some 50 ms. */
const COST = { N: 16_384, r: 8, p: 1 };
const BYTES = 32;
const SALT_BYTES = 16;

/** The hash of a page's password with its salt, as `pages/{slug}` stores it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return ['scrypt', encoded(salt), encoded(await derive(normal(password), salt, BYTES, COST))].join('$');
}

/** Whether a visitor's password is the one that was hashed. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  if (scheme !== 'scrypt' || expected.length !== BYTES) return false;
  const actual = await derive(normal(password), Buffer.from(salt, 'base64url'), BYTES, COST);
  return timingSafeEqual(actual, expected);
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** Keyboards encode the same letters in different ways. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
