import { type ImportedOptions, optionsOf } from './imported-options.ts';

/** A URL to add. `options`: what other columns of the list say about it. */
export type UrlEntry = { url: string; description: string; options?: ImportedOptions };

/** What separates the cells of a row: tabs as spreadsheets copy them, or as CSV files have it. */
export type Delimiter = '\t' | ',' | ';';

const ROW_END = /\r\n|\r|\n/y;

function cellPattern(delimiter: Delimiter): RegExp {
  return new RegExp(`"((?:[^"]|"")*)"(?=[${delimiter}\\r\\n]|$)|([^${delimiter}\\r\\n]*)`, 'y');
}

/** Parses text into rows by line and cells by the delimiter; cells with line breaks, delimiters or quotes are quoted. */
export function parseCells(text: string, delimiter: Delimiter = '\t'): string[][] {
  const cell = cellPattern(delimiter);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
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

/** What a column has, by its header in lower case without spaces; anything else is a part of the description. */
const COLUMNS = {
  url: /^(ip\/)?(urls?|links?|website|webpage|address|网址|链接|地址)$/,
  description: /^(descriptions?|描述|说明)$/,
  name: /^(names?|名称)$/,
  method: /^(methods?|方法)$/,
  statuses: /^(status(es|codes?)?|状态码?)$/,
  contains: /^(must)?(contains?|包含)$/,
  notContains: /^(must|does)?(not(contains?)|不包含)$/,
} as const;
export type Column = keyof typeof COLUMNS;

/**
 * Pasted text or a file as entries. A header line says which columns there are; without one they are URL and
 * description. Blank lines are skipped. `fallback`: the delimiter if no header line shows another.
 */
export function parsePaste(text: string, fallback: Delimiter = '\t'): UrlEntry[] {
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  const delimiter = delimiterOf(firstLine) ?? fallback;
  const rows = parseCells(text, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const columns = rows.length > 1 ? headerOf(rows[0] ?? []) : null;
  if (!columns) return rows.map((cells) => entryOf(cells, ['url']));
  return rows.slice(1).map((cells) => entryOf(cells, columns));
}

function delimiterOf(line: string): Delimiter | null {
  if (line.includes('\t')) return '\t';
  const delimiters: readonly Delimiter[] = [',', ';'];
  return delimiters.find((each) => line.includes(each) && headerOf(parseCells(line, each)[0] ?? [])) ?? null;
}

/** The columns by a header line, in order; null if it is none, because no column has URLs. */
function headerOf(cells: readonly string[]): Column[] | null {
  const columns = cells.map((cell): Column => {
    const header = cell.toLowerCase().replace(/[\s_-]/g, '');
    return COLUMN_NAMES.find((name) => COLUMNS[name].test(header)) ?? 'description';
  });
  return columns.includes('url') ? columns : null;
}

const COLUMN_NAMES: readonly Column[] = ['url', 'description', 'name', 'method', 'statuses', 'contains', 'notContains'];

function entryOf(cells: readonly string[], columns: readonly Column[]): UrlEntry {
  const values = new Map<Column, string>();
  cells.forEach((cell, index) => {
    const column = columns[index] ?? 'description';
    values.set(column, oneLine(`${values.get(column) ?? ''} ${cell}`));
  });
  const options = optionsOf(values);
  return { url: values.get('url') ?? '', description: values.get('description') ?? '', ...(options && { options }) };
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
