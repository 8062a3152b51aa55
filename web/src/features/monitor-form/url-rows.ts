import { normalizeUrl } from '@farwatch/core/url';

/** What verifying said of a row; an edited row is unchecked again (spec 4). */
export type RowVerdict = 'unchecked' | 'valid' | 'invalid' | 'duplicate';
export type UrlRow = { key: number; url: string; description: string; verdict: RowVerdict };
export type UrlEntry = { url: string; description: string };

/** An empty row with a key that no other row has. */
export function emptyRow(rows: readonly UrlRow[]): UrlRow {
  return { key: nextKey(rows), url: '', description: '', verdict: 'unchecked' };
}

function nextKey(rows: readonly UrlRow[]): number {
  return Math.max(0, ...rows.map((row) => row.key)) + 1;
}

/** What was pasted as entries: a line each, URL and description parted by a tab; blank lines are left out (spec 5). */
export function parsePaste(text: string): UrlEntry[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [url = '', ...rest] = line.split('\t');
      return { url: url.trim(), description: rest.join(' ').trim() };
    });
}

/**
 * The rows after text was pasted into the URL of row `index`: its entries take that row's place, the rows after it
 * move down. Null for plain text of one line, which the field itself takes.
 */
export function pasteRows(rows: readonly UrlRow[], index: number, text: string): UrlRow[] | null {
  if (!/[\t\r\n]/.test(text.trim())) return null;
  const first = nextKey(rows);
  const pasted = parsePaste(text).map((entry, at): UrlRow => ({ ...entry, key: first + at, verdict: 'unchecked' }));
  return [...rows.slice(0, index), ...pasted, ...rows.slice(index + 1)];
}

/** The rows with one changed, which must then be verified again. */
export function editRow(rows: readonly UrlRow[], index: number, change: Partial<UrlEntry>): UrlRow[] {
  return rows.map((row, at) => (at === index ? { ...row, ...change, verdict: 'unchecked' } : row));
}

/**
 * The rows with every URL normalized and judged; wholly blank rows fall away. A URL that stands in `taken` or in an
 * earlier row is a duplicate, since URLs are unique within a monitor (design 7).
 */
export function verifyRows(rows: readonly UrlRow[], taken: readonly string[]): UrlRow[] {
  const seen = new Set(taken);
  return rows
    .filter((row) => row.url.trim() !== '' || row.description.trim() !== '')
    .map((row) => {
      const url = normalizeUrl(row.url);
      if (url === null) return { ...row, verdict: 'invalid' };
      const verdict = seen.has(url) ? 'duplicate' : 'valid';
      seen.add(url);
      return { ...row, url, verdict };
    });
}

export function canVerify(rows: readonly UrlRow[]): boolean {
  return rows.some((row) => row.url.trim() !== '');
}

export function canAdd(rows: readonly UrlRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.verdict === 'valid');
}
