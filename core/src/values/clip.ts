/** The first `most` UTF-16 units of a text at most, never with half a character at the end. */
export function clip(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
