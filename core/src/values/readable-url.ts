/// <reference path="./punycode.d.ts" />
import punycode from 'punycode.js';

/** A percent-encoded non-ASCII character. */
const ESCAPED = /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** Excludes what is invisible, changes the text direction, or ends a link. */
const READABLE = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]$/u;
const MARK = /^\p{M}/u;
/** A Punycode label of the host, which comes after any user name. */
const ENCODED_LABEL = /([/@.])(xn--[a-z\d-]+)(?=[.:]|$)(?!.*@)/g;
/** Latin letters, and scripts without lookalikes of them (a Cyrillic 'а' is one). */
const READABLE_LABEL =
  /^(?:[a-z\d\u00df-\u00f6\u00f8-\u00ff-]|(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Bopo}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Beng}\p{scx=Deva}\p{scx=Taml}\p{scx=Arab}\p{scx=Hebr}])+$/u;

/**
 * Decodes a stored URL for display: letters and numbers of any script in path, query and fragment, and Punycode in the
 * host unless it could pass for another host. Everything else stays encoded, so that it is still the same URL and link.
 */
export function readableUrl(url: string): string {
  const authority = AUTHORITY.exec(url)?.[0] ?? '';
  const rest = url.slice(authority.length).replace(ESCAPED, (escaped, offset: number, whole: string) => {
    const character = decoded(escaped);
    const hasBase = /[\p{L}\p{N}]/u.test(whole[offset - 1] ?? '');
    return READABLE.test(character) && (hasBase || !MARK.test(character)) ? character : escaped;
  });
  return authority.replace(ENCODED_LABEL, (_, before: string, label: string) => before + readableLabel(label)) + rest;
}

function readableLabel(encoded: string): string {
  try {
    const label = punycode.toUnicode(encoded);
    return READABLE_LABEL.test(label) && new URL(`http://${label}`).hostname === encoded ? label : encoded;
  } catch {
    return encoded;
  }
}

/** Returns an empty text if the bytes are not a character. */
function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return '';
  }
}

/** Returns the texts in which a search looks for a URL: as stored and, if different, as displayed. */
export function searchedUrl(url: string): string {
  const readable = readableUrl(url);
  return readable === url ? url : `${url} ${readable}`;
}
