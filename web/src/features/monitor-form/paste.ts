export type UrlEntry = { url: string; description: string };

const CELL = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y;
const ROW_END = /\r\n|\r|\n/y;
const HEADERS = /^(ip\/)?(urls?|links?|website|web ?page|address|网址|链接|地址)$/i;

/**
 * Parses text as spreadsheets copy it: rows by line, cells by tab; cells with line breaks, tabs or quotes are quoted.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    CELL.lastIndex = at;
    const [whole = '', quoted, plain = ''] = CELL.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    ROW_END.lastIndex = at;
    const end = ROW_END.exec(text)?.[0];
    if (end !== undefined || at === text.length) {
      rows.push(row);
      row = [];
    }
    at += end?.length ?? 1;
  }
  return rows;
}

/** Pasted text as entries: URL, then description. Blank lines and a header line are skipped. */
export function parsePaste(text: string): UrlEntry[] {
  const entries = parseCells(text)
    .map(([url = '', ...rest]) => ({ url: url.trim(), description: oneLine(rest.join(' ')) }))
    .filter(({ url, description }) => url !== '' || description !== '');
  const [first, ...rest] = entries;
  return first && rest.length > 0 && HEADERS.test(first.url) ? rest : entries;
}

/** Pasted text as one column of descriptions; null if it has more columns. */
export function parseColumn(text: string): string[] | null {
  const rows = parseCells(text);
  if (rows.some((row) => row.length > 1)) return null;
  const cells = rows.map(([cell = '']) => oneLine(cell));
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** Whether a single field cannot hold the pasted text, because it has several lines or cells. */
export function isList(text: string): boolean {
  return /[\t\r\n]/.test(text.trim());
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
