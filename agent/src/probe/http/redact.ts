import { type CheckOptions, httpOptions, optionsOfType } from '@farwatch/core/values/check-options';
import { secretsOf } from '@farwatch/core/values/check-secrets';
import type { Cookie } from './cookies.ts';
import { authorizationOf } from './request.ts';

/** Shorter parts of a body and shorter cookies are hardly secrets, and would be found everywhere. */
const PART_LENGTH = 8;
const SHORTEST = 4;
/** What is left of an escape at the end. */
const PART_OF_ESCAPE = /(?:\\(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]?|&#?\w{0,8})$/i;
const PART_OF_CHARACTER = '\ufffd';
const MASK = '••••';
/** What separates the parts of a text: white space, also with the marks of most protocols. */
const SEPARATORS = [/\s+/, /[^\w.~+/-]+/];
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Removes a check's secrets from a text. `start` is for the start of a longer text (`isCut`), which may end with a part
 * of a secret.
 */
export type Redact = { whole: (text: string) => string; start: (text: string, isCut: boolean) => string };

/**
 * Returns what removes the secrets of a check and the cookies that it got, also where an answer has them escaped, in any
 * spelling of URLs, JSON and HTML, or encoded.
 */
export function createRedact(check: CheckOptions | null, cookies: readonly Cookie[]): Redact {
  let known: readonly Pattern[] | undefined;
  const patterns = () => {
    known ??= secretTexts(check, cookies).flatMap(patternsFor);
    return known;
  };
  const whole = (text: string) => withoutRanges(text, rangesOf(text, patterns()));
  return {
    whole,
    start: (text, isCut) => whole(isCut ? withoutPartAtEnd(text, patterns()) : text),
  };
}

function secretTexts(check: CheckOptions | null, cookies: readonly Cookie[]): string[] {
  const { auth, body = '' } = httpOptions(check) ?? {};
  const { send = '' } = optionsOfType(check, 'ws') ?? {};
  const { headers = [] } = httpOptions(check) ?? optionsOfType(check, 'ws') ?? {};
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

/** The values in JSON, or what `read` finds in another text: a server may return one of them. */
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

/** A text to find; `around` is what else belongs to it, before and after. */
type Pattern = { text: string; around?: { before: RegExp; after: RegExp } };

/** A secret as it is, as in the query of a URL, in hexadecimal, and in base64 of any alphabet and alignment. */
function patternsFor(secret: string): Pattern[] {
  if (secret.length < SHORTEST) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const plain = new Set([secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase()]);
  return [...[...plain].map((text) => ({ text })), ...[0, 1, 2].flatMap((skipped) => base64After(skipped, bytes))];
}

/**
 * How bytes are written in base64 after one or two others: the characters that depend on these bytes alone. Next to them
 * is one that also depends on a neighbour, or padding.
 */
function base64After(skipped: number, bytes: Buffer): Pattern[] {
  const all = Buffer.concat([Buffer.alloc(skipped), bytes]);
  const [from, to] = [Math.ceil((skipped * 8) / 6), Math.floor((all.length * 8) / 6)];
  const before = skipped === 0 ? /$/ : /[\w+/-]?$/;
  const after = all.length % 3 === 0 ? /^/ : /^[\w+/-]?={0,2}/;
  const texts = new Set([all.toString('base64'), all.toString('base64url')].map((text) => text.slice(from, to)));
  return [...texts].flatMap((text) => (text.length > SHORTEST ? { text, around: { before, after } } : []));
}

type Range = { start: number; end: number };

/** A text without its escapes. `toRaw` returns where a part of it is in the text with them. */
type Decoded = { text: string; toRaw: (range: Range) => Range };

/** Escapes may be escaped again, as JSON in JSON, or a URL in a URL in HTML. */
const DEPTH = 3;
const ESCAPE =
  /\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^ux])|((?:%[\da-f]{2})+)|&#(\d{1,7});|&#x([\da-f]{1,6});|&([a-z]{2,6});/gi;
const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
  nbsp: '\u00a0',
};

/** The text itself, and without the escapes of one level after the other. */
function* levelsOf(text: string): Generator<Decoded> {
  let level: Decoded = { text, toRaw: (range) => range };
  yield level;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const next = decode(level);
    if (next === null) return;
    level = next;
    yield level;
  }
}

/** Null if the text has no escapes. */
function decode({ text, toRaw }: Decoded): Decoded | null {
  const pieces: { at: number; raw: Range; isEscape: boolean }[] = [];
  let decoded = '';
  const add = (raw: Range, plain: string | null) => {
    pieces.push({ at: decoded.length, raw, isEscape: plain !== null });
    decoded += plain ?? text.slice(raw.start, raw.end);
  };
  let end = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const plain = unescaped(match);
    if (plain === null) continue;
    add({ start: end, end: match.index }, null);
    end = match.index + match[0].length;
    add({ start: match.index, end }, plain);
  }
  if (end === 0) return null;
  add({ start: end, end: text.length }, null);
  const position = (index: number, edge: 'start' | 'end') => {
    const piece = lastFrom(pieces, index);
    if (!piece) return 0;
    return piece.isEscape ? piece.raw[edge] : piece.raw.start + index - piece.at + (edge === 'end' ? 1 : 0);
  };
  return {
    text: decoded,
    toRaw: ({ start, end: last }) => toRaw({ start: position(start, 'start'), end: position(last - 1, 'end') }),
  };
}

/** The last of ordered pieces that starts at an index or before. */
function lastFrom<Piece extends { at: number }>(pieces: readonly Piece[], index: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= index) low = middle;
    else high = middle;
  }
  return pieces[low];
}

/** The character of an escape, or several of a URL; null if it is none. */
function unescaped([, unicode, byte, char, inUrl, decimal, hex, named]: RegExpMatchArray): string | null {
  const code = unicode ?? byte ?? hex;
  if (code !== undefined || decimal !== undefined) {
    const point = code === undefined ? Number(decimal) : Number.parseInt(code, 16);
    if (point > 0x10ffff) return null;
    return unicode === undefined ? String.fromCodePoint(point) : String.fromCharCode(point);
  }
  if (char !== undefined) return CONTROLS[char] ?? char;
  if (inUrl !== undefined) return Buffer.from(inUrl.replaceAll('%', ''), 'hex').toString();
  return NAMED[named?.toLowerCase() ?? ''] ?? null;
}

/** Returns where a text matches a pattern, ordered and without overlaps. */
function rangesOf(text: string, patterns: readonly Pattern[]): Range[] {
  const found: Range[] = [];
  for (const level of levelsOf(text)) {
    for (const each of patterns) found.push(...occurrences(level.text, each).map(level.toRaw));
  }
  const ordered = found.sort((a, b) => a.start - b.start);
  const merged: Range[] = [];
  for (const range of ordered) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function occurrences(text: string, { text: searched, around }: Pattern): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + searched.length)) {
    const end = at + searched.length;
    const before = around?.before.exec(text.slice(Math.max(0, at - 1), at))?.[0].length ?? 0;
    const after = around?.after.exec(text.slice(end, end + 3))?.[0].length ?? 0;
    found.push({ start: at - before, end: end + after });
  }
  return found;
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  let redacted = '';
  let from = 0;
  for (const { start, end } of ranges) {
    redacted += text.slice(from, start) + MASK;
    from = end;
  }
  return redacted + text.slice(from);
}

/** The text without the start of a secret at its end, which may end within a character or an escape. */
function withoutPartAtEnd(text: string, patterns: readonly Pattern[]): string {
  let end = text.length;
  for (const level of levelsOf(text)) {
    const known = withoutPartOfCharacter(level.text);
    for (const { text: secret } of patterns) {
      for (let length = Math.min(secret.length - 1, known.length); length >= SHORTEST; length -= 1) {
        if (!known.endsWith(secret.slice(0, length))) continue;
        end = Math.min(end, level.toRaw({ start: known.length - length, end: known.length }).start);
        break;
      }
    }
  }
  return text.slice(0, end);
}

/** Without what a cut left of a character or an escape, which may itself be within another escape. */
function withoutPartOfCharacter(text: string): string {
  let known = text;
  for (let depth = 0; depth < DEPTH; depth += 1) known = known.replace(PART_OF_ESCAPE, '');
  let end = known.length;
  while (known[end - 1] === PART_OF_CHARACTER) end -= 1;
  return known.slice(0, end);
}
