const MASK = '••••••••';
const VISIBLE_CHARS = 4;
const LONG_SECRET = 16;

/** The mask of a secret, with its last four characters if it is long; '' if there is none. */
export function maskSecret(secret: string): string {
  if (secret === '') return '';
  return secret.length < LONG_SECRET ? MASK : MASK + secret.slice(-VISIBLE_CHARS);
}

/** The secret to store for an input: any mask, even of a previous secret, means the stored one. */
export function resolveSecret(input: string, stored: string): string {
  return isMask(input) ? stored : input;
}

/** Whether an input is the mask of a stored secret. */
export function isMask(input: string): boolean {
  return input.startsWith(MASK);
}
