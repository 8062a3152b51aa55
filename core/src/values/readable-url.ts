/// <reference path="./punycode.d.ts" />
import punycode from 'punycode.js';

/** The UTF-8 of a character beyond ASCII, as a URL has it. */
const ESCAPED = /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** Nothing that is invisible, turns the direction of a text, or ends a link. */
const READABLE = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]$/u;
const MARK = /^\p{M}/u;
/** Of the host, which follows a user's name. */
const ENCODED_LABEL = /([/@.])(xn--[a-z\d-]+)(?=[.:]|$)(?!.*@)/g;
/** Letters of scripts in which none is taken for a Latin one, as a Cyrillic 'а' is, and Latin ones with their accents. */
const READABLE_LABEL =
  /^(?:[a-z\d\u00df-\u00f6\u00f8-\u00ff-]|(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Bopo}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Beng}\p{scx=Deva}\p{scx=Taml}\p{scx=Arab}\p{scx=Hebr}])+$/u;

/**
 * A stored URL as people read it: letters, their marks and numbers of any script stand for their percent-encoding in path,
 * query and fragment, and a host's labels for their Punycode unless they could be taken for others. All else stays encoded,
 * so that it is still the same URL, and one link.
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

/** Empty where the bytes are no character. */
function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return '';
  }
}

/** A URL as somebody may search for it: as it is stored and, where that differs, as it is shown. */
export function searchedUrl(url: string): string {
  const readable = readableUrl(url);
  return readable === url ? url : `${url} ${readable}`;
}
