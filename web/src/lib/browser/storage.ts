import type { z } from 'zod';

/** `local` outlives the tab, `session` does not. */
type Kind = 'local' | 'session';

const storageOf = (kind: Kind) => (kind === 'local' ? localStorage : sessionStorage);

/** The stored text; null if there is none or the browser refuses storage. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (null). False if the browser refuses storage, or it is full. */
export function writeStored(kind: Kind, key: string, text: string | null): boolean {
  try {
    if (text === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, text);
    return true;
  } catch (error) {
    console.warn(`This browser does not store '${key}'`, error);
    return false;
  }
}

/** Stored JSON by its schema; null if it does not fit, because anything may have been written there. */
export function parseStored<T>(schema: z.ZodType<T>, text: string | null): T | null {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
