export type CsvValue = string | number | null;

/** Spreadsheets run text that starts with these as a formula; names and URLs are other people's text. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns rows as CSV (RFC 4180), each ending with CRLF; null is empty. Text that a spreadsheet would run as a formula
 * starts with an apostrophe; numbers stay as they are.
 */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
