import { type CheckOptions, httpOptions, optionsOfType } from '@farwatch/core/values/check-options';
import { redactSecrets, secretsOf } from '@farwatch/core/values/check-secrets';
import type { Cookie } from './cookies.ts';
import { authorizationOf } from './request.ts';

/** Shorter parts of a body and shorter cookies are hardly secrets, and would be found everywhere. */
const PART_LENGTH = 8;
const SHORTEST = 4;
/** What is left of a character in several bytes at the end. */
const PART_OF_CHARACTER = /\ufffd+$/;
/** What separates the parts of a text: white space, also with the marks of most protocols. */
const SEPARATORS = [/\s+/, /[^\w.~+/-]+/];
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Removes a check's secrets from a text. `start` is for the start of a longer text (`isCut`), which may end with a part
 * of a secret.
 */
export type Redact = { whole: (text: string) => string; start: (text: string, isCut: boolean) => string };

/**
 * Returns a function that removes the secrets of a check and the cookies that it got, also in the forms in which
 * servers write them in answers.
 */
export function createRedact(check: CheckOptions | null, cookies: readonly Cookie[]): Redact {
  let known: ReadonlySet<string> | undefined;
  const secrets = () => {
    known ??= new Set(secretTexts(check, cookies).flatMap(spellingsOf));
    return known;
  };
  const whole = (text: string) => redactSecrets(text, secrets());
  return {
    whole,
    start: (text, isCut) => whole(isCut ? withoutPartAtEnd(text.replace(PART_OF_CHARACTER, ''), secrets()) : text),
  };
}

function secretTexts(check: CheckOptions | null, cookies: readonly Cookie[]): string[] {
  const { headers = [], auth, body = '' } = httpOptions(check) ?? {};
  const { send = '' } = optionsOfType(check, 'ws') ?? {};
  const credentials = headers.filter(({ name }) => CREDENTIALS.has(name.toLowerCase()));
  return [
    ...secretsOf(check).values(),
    ...credentials.map(({ value }) => value),
    ...(auth ? [authorizationOf(auth).replace(/^Basic /, '')] : []),
    ...partsOf(body, valuesOfForm),
    ...partsOf(send, tokensOf),
    ...cookies.flatMap(({ value }) => (value.length >= PART_LENGTH ? value : [])),
  ];
}

/** Returns the values in JSON, or what `read` finds in another text: a server may return one of them. */
function partsOf(text: string, read: (text: string) => string[]): string[] {
  const parts = valuesIn(parseJson(text)) ?? read(text);
  return parts.filter((part) => part.length >= PART_LENGTH);
}

function valuesOfForm(body: string): string[] {
  return [...new URLSearchParams(body).values()];
}

/** A message may have any form: a command with its arguments, lines of headers, JSON after a number. */
function tokensOf(message: string): string[] {
  return SEPARATORS.flatMap((separator) => message.split(separator));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function valuesIn(value: unknown): string[] | null {
  if (value === undefined) return null;
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap((each) => valuesIn(each) ?? []);
  return [String(value)];
}

/** Returns how a secret may be written in an answer: as it is, in URLs, in JSON, in HTML, and in base64. */
function spellingsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    inUrl,
    inUrl.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** Returns the text without the start of a secret at its end. */
function withoutPartAtEnd(text: string, secrets: ReadonlySet<string>): string {
  let end = text.length;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST; length -= 1) {
      if (!text.endsWith(secret.slice(0, length))) continue;
      end = Math.min(end, text.length - length);
      break;
    }
  }
  return text.slice(0, end);
}
