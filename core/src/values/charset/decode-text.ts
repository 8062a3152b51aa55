/// <reference path="./html-encoding-sniffer.d.ts" />
import {
  isomorphicDecode,
  isomorphicEncode,
  normalizeEncoding,
  TextDecoder as WebDecoder,
} from '@exodus/bytes/encoding.js';
import sniff from 'html-encoding-sniffer';
import { guessCharset } from './guess-charset.ts';

/**
 * Names of encodings that servers send and browsers do not know: those of Java and Windows that mean one of the
 * Encoding standard without doubt. Others differ from it only by `_` or by a leading `x-`.
 */
const ALIASES: Readonly<Record<string, string>> = {
  ms950: 'big5',
  cp950: 'big5',
  'windows-950': 'big5',
  ibm950: 'big5',
  'ms950-hkscs': 'big5',
  ms874: 'windows-874',
  cp874: 'windows-874',
  ibm874: 'windows-874',
  tis620: 'windows-874',
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  ibm943: 'shift_jis',
  'ibm-943': 'shift_jis',
  'sjis-win': 'shift_jis',
  cp51932: 'euc-jp',
  eucjpms: 'euc-jp',
  'eucjp-ms': 'euc-jp',
  'eucjp-win': 'euc-jp',
  ms936: 'gbk',
  cp936: 'gbk',
  'windows-936': 'gbk',
  'mswin-936': 'gbk',
  'euc-cn': 'gbk',
  ms949: 'euc-kr',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  cp65001: 'utf-8',
};

/** What is not text as a whole, such as the pictures of a camera, has no encoding that could be guessed. */
const NOT_TEXT = /^\s*(?:audio|font|image|multipart|video)\//i;

/**
 * Returns a text that was received with a Content-Type ('' without one), decoded as browsers do: by the mark at its
 * start, else by the type's charset, else by what a page or an XML document declares, else as UTF-8, else by a guess.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const { essence, label } = parseContentType(contentType);
  const charset = markOf(bytes) ?? encodingOf(label) ?? declaredIn(bytes, essence) ?? encodingOf(aliasOf(label));
  if (charset !== null && charset !== 'utf-8') return new WebDecoder(charset).decode(bytes);
  // Node's own decoder is right for UTF-8, and several times as fast.
  const text = new TextDecoder().decode(bytes);
  if (charset !== null || NOT_TEXT.test(contentType) || isMostlyUtf8(text)) return text;
  return new WebDecoder(guessCharset(bytes)).decode(bytes);
}

/** Parts between commas, and between semicolons, that are in no quotes. */
const VALUES = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/gs;
const PARTS = /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/gs;
const ESSENCE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;
const CHARSET = /^\s*charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * Returns the type and the charset of a Content-Type, of which several may have been joined: the last valid type counts,
 * with a charset before it of the same type (Fetch standard, "extract a MIME type"). Of what is no type at all, such as
 * `html; charset=big5`, the charset counts. Both are '' if there is none.
 */
function parseContentType(contentType: string): { essence: string; label: string } {
  let [essence, label] = ['', ''];
  for (const value of contentType.match(VALUES) ?? []) {
    const [type = '', ...parameters] = value.match(PARTS) ?? [];
    const found = type.trim().toLowerCase();
    if (!ESSENCE.test(found) || found === '*/*') continue;
    const [named] = parameters.flatMap((each) => CHARSET.exec(each)?.[1] ?? []);
    label = named ?? (found === essence ? label : '');
    essence = found;
  }
  const [, loose = ''] = essence === '' ? (/\bcharset\s*=\s*["']?([\w:.-]+)/i.exec(contentType) ?? []) : [];
  return { essence, label: label || loose };
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

/** Returns the encoding that browsers know by a label. The `replacement` decodes nothing, so it is treated as unknown. */
function encodingOf(label: string): string | null {
  const encoding = normalizeEncoding(label);
  return encoding === 'replacement' ? null : encoding;
}

function aliasOf(label: string): string {
  const name = label.toLowerCase().replaceAll('_', '-').replace(/^x-/, '');
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
}

/**
 * Whether a text decoded as UTF-8 is UTF-8, but for a few broken characters, as where it was cut. In other encodings few
 * sequences happen to be UTF-8.
 */
function isMostlyUtf8(text: string): boolean {
  if (!text.includes('\ufffd')) return true;
  const beyondAscii = text.replace(/\p{ASCII}+/gu, '');
  const whole = beyondAscii.replaceAll('\ufffd', '').length;
  return whole >= 2 * (beyondAscii.length - whole);
}

/** Returns the encoding that a page declares by a meta element or XML by its declaration. */
function declaredIn(bytes: Uint8Array, essence: string): string | null {
  const kind = kindOf(bytes, essence);
  if (kind === null) return null;
  const declared = sniff(bytes, { xml: kind === 'xml', defaultEncoding: null });
  return (declared ?? (kind === 'html' ? laterMetaIn(bytes) : null))?.toLowerCase() ?? null;
}

const XML = /^(?:text|application)\/xml$|\+xml$/;
const UNKNOWN: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);
/** How a page starts, by the MIME Sniffing standard, 7.1. */
const PAGE =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?:[ >]|(?<=!--))/i;
const LONGEST_START = 512;

function kindOf(bytes: Uint8Array, essence: string): 'html' | 'xml' | null {
  if (essence === 'text/html') return 'html';
  if (XML.test(essence)) return 'xml';
  if (!UNKNOWN.has(essence)) return null;
  const start = isomorphicDecode(bytes.subarray(0, LONGEST_START));
  if (/^[\t\n\f\r ]*<\?xml/.test(start)) return 'xml';
  return PAGE.test(start) ? 'html' : null;
}

/** Elements that do not end a page's head, and those whose content is no markup. */
const IN_HEAD: ReadonlySet<string> = new Set([
  'html',
  'head',
  'base',
  'link',
  'meta',
  'object',
  'title',
  'script',
  'style',
  'noscript',
  'template',
]);
const RAW: ReadonlySet<string> = new Set(['title', 'script', 'style', 'noscript']);

/**
 * Returns the encoding of a meta element anywhere in a page's head. Beyond the first 1,024 bytes browsers parse the head
 * instead of scanning it, so scripts and titles have none.
 */
function laterMetaIn(bytes: Uint8Array): string | null {
  const metas = [...metasInHead(isomorphicDecode(bytes))].join('');
  return sniff(isomorphicEncode(metas), { defaultEncoding: null, maxPrescanBytes: Number.POSITIVE_INFINITY });
}

function* metasInHead(page: string): Generator<string> {
  const tag = /<(\/?)([a-z][^\s/>]*)/iy;
  for (let open = page.indexOf('<'); open >= 0; ) {
    tag.lastIndex = open;
    const [, slash = '', name = ''] = tag.exec(page)?.map((part) => part.toLowerCase()) ?? [];
    const isEnd = slash !== '' && (name === 'head' || name === 'html');
    if (isEnd || (slash === '' && name !== '' && !IN_HEAD.has(name))) return;
    const end = endOf(page, open, slash === '' ? name : '');
    if (end < 0) return;
    if (slash === '' && name === 'meta') yield page.slice(open, end);
    open = page.indexOf('<', end);
  }
}

/** Returns where what starts with a tag or a comment is over; -1 if it never is. */
function endOf(page: string, open: number, name: string): number {
  if (page.startsWith('<!--', open)) return after(page, '-->', open + 4);
  if (!RAW.has(name)) return name === 'meta' ? after(page, '>', open) : open + 1;
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = open;
  return close.test(page) ? close.lastIndex : -1;
}

function after(page: string, sought: string, from: number): number {
  const at = page.indexOf(sought, from);
  return at < 0 ? -1 : at + sought.length;
}
