import type { z } from 'zod';
import { fieldsOf } from '../fields-of.ts';

/** `local` outlives the tab, `session` does not. */
type Kind = 'local' | 'session';

const storageOf = (kind: Kind) => (kind === 'local' ? localStorage : sessionStorage);

/** The stored text; null if there is none or storage is blocked. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (null). False if storage is blocked or full. */
export function writeStored(kind: Kind, key: string, text: string | null): boolean {
  try {
    if (text === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, text);
    return true;
  } catch (error) {
    console.warn(`Cannot store '${key}' in this browser`, error);
    return false;
  }
}

/** The keys of all stored texts; none if storage is blocked. */
export function storedKeys(kind: Kind): string[] {
  try {
    return Object.keys(storageOf(kind));
  } catch {
    return [];
  }
}

/** The fields of stored JSON, of unknown types; none if it is no object. */
export function storedFields(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

/** Parses stored JSON; null if it does not match the schema. */
export function parseStored<T>(schema: z.ZodType<T>, text: string | null): T | null {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
