/** Where browsers look for a page's own charset. */
const META_BYTES = 1024;
/** How much of a decoded body is kept: several times what is shown, since secrets in it become shorter. */
const KEPT_LENGTH = 16_384;

/**
 * Returns the text of a body, decoded by the charset of the mark at its start, or else of Content-Type, or else of the
 * page itself, or else as UTF-8.
 */
export function bodyText(body: Buffer, contentType: string): string {
  const label = markOf(body) ?? charsetIn(contentType) ?? metaCharsetIn(body) ?? 'utf-8';
  return decoderFor(label).decode(body);
}

function markOf(body: Buffer): string | null {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function charsetIn(text: string): string | null {
  return /\bcharset\s*=\s*["']?([\w:.-]+)/i.exec(text)?.[1] ?? null;
}

/** Returns the charset that a page declares. A declaration of UTF-16 that can be read this way is wrong. */
function metaCharsetIn(body: Buffer): string | null {
  const start = body.toString('latin1', 0, META_BYTES);
  const label = charsetIn(/<meta\s[^>]*charset[^>]*>/i.exec(start)?.[0] ?? '');
  return label !== null && /^utf-?16/i.test(label) ? null : label;
}

/** Returns the decoder of a charset. An unknown charset is read as UTF-8, also in a Node with few charsets. */
function decoderFor(label: string): { decode(body: Buffer): string } {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Returns the start of a text as a copy, because a part of a text keeps all of it in memory. */
export function startOfText(text: string): { text: string; isCut: boolean } {
  return { text: Buffer.from(text.slice(0, KEPT_LENGTH)).toString(), isCut: text.length > KEPT_LENGTH };
}
