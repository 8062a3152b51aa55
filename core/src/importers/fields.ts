import { clip } from '../values/clip.ts';
import type { FieldUse, ImportNote } from './importer.ts';

const SHOWN_LENGTH = 120;

export type Values = Readonly<Record<string, unknown>>;

/** The value as an object; null if it is none. */
export function asRecord(value: unknown): Values | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

/** The items of documents that are lists, or have a list under one of the keys: the pages of an API's answers. */
export function itemsOf(documents: readonly { value: unknown }[], ...keys: string[]): unknown[] {
  return documents.flatMap(({ value }) => {
    if (Array.isArray(value)) return value;
    const found = keys.map((key) => asRecord(value)?.[key]).find(Array.isArray);
    return found ?? [];
  });
}

/** A value as a note shows it: on one line, shortened, and without the credentials of a URL or its parameters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const safe = text
    .replaceAll(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]*@/gi, '$1…@')
    .replaceAll(/([?&][^=\s?&]*=)[^&\s#"]+/g, '$1…');
  return clip(safe.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), SHOWN_LENGTH);
}

/** Whether a value is empty: what exporters write for fields that were never filled in. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return true;
  if (value === '' || value === '0' || value === '[]' || value === '{}') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

type Account = { used: Set<string>; ignored: Set<string>; notes: ImportNote[]; opened: Fields[] };

/**
 * The fields of an item of a source, which records what becomes of each: it is read, ignored or named in a note. What
 * is neither becomes a note of its own, so that nothing can be lost without a word.
 */
export class Fields {
  private readonly values: Values;
  private readonly path: string;
  private readonly account: Account;
  private readonly aliases: Readonly<Record<string, string>>;

  /** `aliases`: other names of fields, which another version of the source has. */
  constructor(
    value: unknown,
    aliases: Readonly<Record<string, string>> = {},
    path = '',
    account: Account = { used: new Set(), ignored: new Set(), notes: [], opened: [] },
  ) {
    this.values = asRecord(value) ?? {};
    this.aliases = aliases;
    this.path = path;
    this.account = account;
    account.opened.push(this);
  }

  private nameOf(key: string): string {
    const alias = this.aliases[key];
    return alias !== undefined && !Object.hasOwn(this.values, key) ? alias : key;
  }

  pathOf(key: string): string {
    return this.path + this.nameOf(key);
  }

  private peek(key: string): unknown {
    const name = this.nameOf(key);
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  /** Whether the field has a value. */
  has(key: string): boolean {
    return !isBlank(this.peek(key));
  }

  /** Returns the field with all that is in it. */
  raw(key: string): unknown {
    this.account.used.add(this.pathOf(key));
    return this.peek(key);
  }

  text(key: string): string {
    const value = this.raw(key);
    return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  }

  /** Returns a number, also one that is written as a text; null if it is none. */
  number(key: string): number | null {
    const text = this.text(key);
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  }

  /** Returns whether the field is set, as databases, forms and JSON write it. */
  flag(key: string): boolean {
    return ['true', '1', 'yes', 'on'].includes(String(this.raw(key)).toLowerCase());
  }

  /** Returns a list, also one that is JSON in a text; a single value is a list of it. */
  list(key: string): unknown[] {
    const value = parsedJson(this.raw(key));
    return Array.isArray(value) ? value : isBlank(value) ? [] : [value];
  }

  /** Returns a list of texts and numbers as texts. */
  texts(key: string): string[] {
    return this.list(key).flatMap((each) =>
      typeof each === 'string' || typeof each === 'number' ? String(each).trim() : [],
    );
  }

  /** Returns the names of a list of texts, or of objects that have one. */
  names(key: string): string[] {
    return this.list(key).flatMap((each) =>
      typeof each === 'string' ? each : String(asRecord(each)?.name ?? '') || [],
    );
  }

  /** Returns the names and values of an object, also of one that is JSON in a text; the values as texts. */
  pairs(key: string): [string, string][] {
    return Object.entries(asRecord(parsedJson(this.raw(key))) ?? {}).map(([name, value]) => [name, String(value)]);
  }

  /** Returns the fields of an object, also of one that is JSON in a text; each is accounted for on its own. */
  child(key: string): Fields {
    const value = parsedJson(this.peek(key));
    if (asRecord(value) === null) this.raw(key);
    return this.open(value, `${this.pathOf(key)}.`);
  }

  /** Returns the fields of each object of a list. */
  children(key: string): Fields[] {
    const value = parsedJson(this.peek(key));
    const list: unknown[] = Array.isArray(value) ? value : [];
    if (list.length === 0) this.raw(key);
    return list.map((each) => this.open(each, `${this.pathOf(key)}[].`));
  }

  private open(value: unknown, path: string): Fields {
    return new Fields(value, {}, path, this.account);
  }

  /** Names fields that have no effect here. */
  ignore(...keys: string[]): void {
    for (const key of keys) this.account.ignored.add(this.pathOf(key));
  }

  /** Adds a note about a field, which is accounted for by it. */
  note(
    code: ImportNote['code'],
    key: string,
    { from = this.peek(key), to = '' }: { from?: unknown; to?: unknown } = {},
  ): void {
    const note = { code, field: this.pathOf(key), from: shown(from), to: shown(to) };
    const isSame = (each: ImportNote) => each.code === code && each.field === note.field && each.from === note.from;
    if (!this.account.notes.some(isSame)) this.account.notes.push(note);
  }

  /** Adds the same note about each of the fields that has a value; the others are ignored. */
  noteEach(code: ImportNote['code'], ...keys: string[]): void {
    for (const key of keys) {
      if (this.has(key)) this.note(code, key);
      else this.ignore(key);
    }
  }

  /** Like `noteEach`, but names only the fields, because their values may be secret. */
  noteNames(code: ImportNote['code'], ...keys: string[]): void {
    for (const key of keys) {
      if (this.has(key)) this.note(code, key, { from: '…' });
      else this.ignore(key);
    }
  }

  /** Returns the notes and the use of all fields of the item. A field that was not accounted for gets a note. */
  close(): { notes: ImportNote[]; fields: FieldUse } {
    for (const fields of this.account.opened) fields.nameRest();
    const { used, ignored, notes } = this.account;
    return { notes, fields: { used: [...used].sort(), ignored: [...ignored].sort() } };
  }

  private nameRest(): void {
    const { used, ignored, notes, opened } = this.account;
    for (const [name, value] of Object.entries(this.values)) {
      const path = this.path + name;
      const isOpened = opened.some((each) => each.path === `${path}.` || each.path === `${path}[].`);
      if (isOpened || used.has(path) || ignored.has(path) || notes.some((note) => note.field === path)) continue;
      if (isBlank(value)) ignored.add(path);
      else notes.push({ code: 'field_unknown', field: path, from: '', to: '' });
    }
  }
}

/** A value that may be JSON in a text, as databases keep it. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
