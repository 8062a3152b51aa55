/**
 * Cuts a text to at most `most` UTF-16 units, without splitting a character. What it had already of a split one, as the
 * escapes of JSON allow, becomes U+FFFD.
 */
export function clip(text: string, most: number): string {
  return text
    .toWellFormed()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** The end of a text, at most `most` UTF-16 units, without splitting a character. */
export function clipStart(text: string, most: number): string {
  return text.length > most ? text.slice(-most).replace(/^[\uDC00-\uDFFF]/, '') : text;
}
