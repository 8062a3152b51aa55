const MASK = '••••••••';
const SHOWN = 4;
const LONG_ENOUGH = 16;

/** How a secret is shown: its last four characters if it is long, '' if there is none. */
export function maskSecret(secret: string): string {
  if (secret === '') return '';
  return secret.length < LONG_ENOUGH ? MASK : MASK + secret.slice(-SHOWN);
}

/** The secret that a form's value means: a mask, even of a former one, stands for the stored one. */
export function resolveSecret(given: string, stored: string): string {
  return given.startsWith(MASK) ? stored : given;
}
