const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a text to at most `most` UTF-16 units, without splitting what people see as one character, unless that is longer. What
 * it had already of a split one, as the escapes of JSON allow, becomes U+FFFD.
 */
export function clip(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const end = graphemes.segment(whole).containing(most)?.index ?? 0;
  return end > 0 ? whole.slice(0, end) : whole.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** The end of a text, at most `most` UTF-16 units, without splitting a character. */
export function clipStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  const cut = graphemes.segment(text).containing(start);
  const from = cut && cut.index < start ? cut.index + cut.segment.length : start;
  return from < text.length ? text.slice(from) : text.slice(start).replace(/^[\uDC00-\uDFFF]/, '');
}
