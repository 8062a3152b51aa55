/** Cuts a text to at most `most` UTF-16 units, without splitting a character. */
export function clip(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
