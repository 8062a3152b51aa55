/** An escape, or one character. */
const ITEM = /\\(?:[pP]\{[A-Z][a-z]?\}|[()*+\-.?[\\\]^nrt{|}])|[^\\]/gsu;

/**
 * Translates an expression for JSONPath's match() and search() (RFC 9485) to RE2, where a dot matches no end of line;
 * null if it is malformed.
 */
export function fromIRegexp(source: string): string | null {
  const items = source.match(ITEM) ?? [];
  if (items.join('') !== source) return null;
  let isInClass = false;
  let translated = '';
  for (const [index, item] of items.entries()) {
    const isNested = isInClass && item === '[';
    const isFlag = !isInClass && item === '?' && items[index - 1] === '(';
    if (isNested || isFlag) return null;
    if (item === '[') isInClass = true;
    else if (item === ']') isInClass = false;
    translated += item === '.' && !isInClass ? '[^\\n\\r]' : item;
  }
  return translated;
}
