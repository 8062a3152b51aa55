import type { z } from 'zod';
import { fieldsOf } from '../fields-of.ts';

/** `local` outlives the tab, `session` does not. */
type Kind = 'local' | 'session';

const storageOf = (kind: Kind) => (kind === 'local' ? localStorage : sessionStorage);

/** Reads a stored text; null if it is missing or storage is blocked. */
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

/** Lists the keys of all stored texts; empty if storage is blocked. */
export function storedKeys(kind: Kind): string[] {
  try {
    return Object.keys(storageOf(kind));
  } catch {
    return [];
  }
}

/** Returns the fields of stored JSON, of unknown types; no fields if it is not an object. */
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
