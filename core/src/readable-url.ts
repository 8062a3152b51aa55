/** The UTF-8 of a character beyond ASCII, as a URL has it. */
const ESCAPED = /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi;
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
/** Nothing that is invisible, turns the direction of a text, or ends a link. */
const READABLE = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]$/u;
const MARK = /^\p{M}/u;

/**
 * A stored URL as people read it: letters, their marks and numbers of any script stand for their percent-encoding in path,
 * query and fragment. All else stays encoded, so that it is still the same URL, and one link.
 */
export function readableUrl(url: string): string {
  const authority = AUTHORITY.exec(url)?.[0] ?? '';
  const rest = url.slice(authority.length).replace(ESCAPED, (escaped, offset: number, whole: string) => {
    const character = decoded(escaped);
    const hasBase = /[\p{L}\p{N}]/u.test(whole[offset - 1] ?? '');
    return READABLE.test(character) && (hasBase || !MARK.test(character)) ? character : escaped;
  });
  return authority + rest;
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
