import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PATTERN, API_KEY_PREFIX } from '@farwatch/core/values/api-key';

/** The alphabet of base62, in the order of GitHub's tokens, whose checksum this is. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** Returns a new key: 178 random bits, so that a plain hash of it can be stored. */
export function makeApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return `${API_KEY_PREFIX}${random}${checksumOf(random)}`;
}

/** Returns the id of the key's document; null for a text that is no key, which its checksum shows without a read. */
export function apiKeyId(key: string): string | null {
  if (!API_KEY_PATTERN.test(key)) return null;
  const random = key.slice(API_KEY_PREFIX.length, -CHECKSUM_LENGTH);
  if (checksumOf(random) !== key.slice(-CHECKSUM_LENGTH)) return null;
  return createHash('sha256').update(key).digest('base64url');
}

/** The CRC32 of a text in base62. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
