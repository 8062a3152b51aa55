import type { z } from 'zod';
import type { EndpointContent } from '../contracts/api/monitors.ts';
import { checkOptionsInputSchema } from '../values/check-options.ts';
import { ENDPOINT_FIELDS } from '../values/monitor-fields/table.ts';
import { oneLine } from '../values/outside-text.ts';
import { type CheckTypeName, checkTypeOf } from '../values/url.ts';

/** The options of an endpoint from a list. */
type ImportedOptions = Pick<EndpointContent, 'name' | 'check'> & {
  /** The first cell that cannot be used. */
  invalid: { column: Exclude<Column, 'url' | 'description'>; text: string } | null;
};

/** A URL to add. */
export type UrlEntry = {
  url: string;
  description: string;
  /** The options in other columns of the list. */
  options?: ImportedOptions;
};

/** The character between the cells of a row: tabs as spreadsheets copy them, or the separators of CSV files. */
export type Delimiter = '\t' | ',' | ';';

const ROW_END = /\r\n|\r|\n/y;

function cellPattern(delimiter: Delimiter): RegExp {
  return new RegExp(`"([^"]*(?:""[^"]*)*)"(?=[${delimiter}\\r\\n]|$)|([^${delimiter}\\r\\n]*)`, 'y');
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

/**
 * The content of a column, by its header in lower case without spaces; any other column is a part of the description.
 */
const COLUMNS = {
  url: /^(ip\/)?(urls?|links?|website|webpage|address|网址|網址|链接|連結|地址|位址|ที่อยู่|ลิงก์|เว็บไซต์|ঠিকানা|লিংক|ওয়েবসাইট)$/,
  description: /^(descriptions?|描述|说明|說明|คำอธิบาย|বিবরণ)$/,
  name: /^(names?|名称|名稱|ชื่อ|নাম)$/,
  method: /^(methods?|方法|เมธอด|মেথড)$/,
  statuses: /^(status(es|codes?)?|状态码?|狀態碼?|สถานะ|รหัสสถานะ|স্ট্যাটাস(কোড)?)$/,
  contains: /^(must)?(contains?|包含|ต้องมี|থাকতেহবে)$/,
  notContains: /^(must|does)?(not(contains?)|不包含|ต้องไม่มี|থাকাচলবেনা)$/,
} as const;
type Column = keyof typeof COLUMNS;

/**
 * Parses pasted text or a file. A header line names the columns; without one they are URL and description. Blank lines
 * are skipped. `fallback` is the delimiter if no header line shows another.
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

/** Returns the columns of a header line, in order; null if the line is not a header, because no column has URLs. */
function headerOf(cells: readonly string[]): Column[] | null {
  const columns = cells.map((cell): Column => {
    const header = cell
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_-]/g, '');
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

/** Parses pasted text as one column of descriptions; null if it has more columns. */
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

/** Returns the options in the columns of a row; null if there are none. */
function optionsOf(cells: ReadonlyMap<Column, string>): ImportedOptions | null {
  const [name, method, statuses, contains, notContains] = (
    ['name', 'method', 'statuses', 'contains', 'notContains'] as const
  ).map((column) => cells.get(column) ?? '');
  if (!name && !method && !statuses && !contains && !notContains) return null;
  const type = checkTypeOf(cells.get('url') ?? '') ?? 'http';
  const read = checkOptionsInputSchema.safeParse(checkOf(type, { method, statuses, contains, notContains }));
  const parsedName = ENDPOINT_FIELDS.name.input.safeParse(name);
  const column = parsedName.success ? invalidColumn(read.error?.issues[0], contains) : 'name';
  return {
    name: parsedName.data ?? '',
    check: read.data ?? null,
    invalid: column && { column, text: cells.get(column) ?? '' },
  };
}

type Cells = Partial<Record<'method' | 'statuses' | 'contains' | 'notContains', string | undefined>>;

/** How each type but HTTP represents a text that must be contained. */
const EXPECTED: Readonly<Partial<Record<CheckTypeName, (text: string) => object>>> = {
  tcp: (banner) => ({ banner }),
  dns: (value) => ({ expected: [value] }),
  ws: (expect) => ({ expect }),
};

/**
 * The input of a check, valid or not: the types other than HTTP have no methods and statuses. Lists may separate statuses
 * by semicolons, as commas separate cells.
 */
function checkOf(type: CheckTypeName, { method, statuses, contains, notContains }: Cells): object {
  if (type !== 'http') {
    const unknown = { ...(method && { method }), ...(statuses && { statuses }), ...(notContains && { notContains }) };
    return { type, ...unknown, ...(contains && (EXPECTED[type]?.(contains) ?? { contains })) };
  }
  const assertions = [
    ...(contains ? [{ source: 'body', op: 'contains', value: contains }] : []),
    ...(notContains ? [{ source: 'body', op: 'notContains', value: notContains }] : []),
  ];
  return {
    ...(method && { method: method.toUpperCase() }),
    ...(statuses && { statuses: statuses.replace(/\s*[;；，]\s*/g, ',') }),
    assertions,
  };
}

function invalidColumn(issue: z.core.$ZodIssue | undefined, contains: string | undefined) {
  if (!issue) return null;
  // Options that the type does not have.
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const [field = unknown, index] = issue.path;
  if (field === 'method' || field === 'statuses' || field === 'notContains') return field;
  if (field !== 'assertions') return 'contains';
  return index === 0 && contains ? 'contains' : 'notContains';
}
