import { expect, it } from 'vitest';
import { LANGUAGE_CODES, type Language } from '../values/languages.ts';
import { importTextsOf } from './importers/import-texts.ts';
import { LOCALES } from './locales/table.ts';
import { SERVER_TEXTS } from './server/server-texts.ts';
import { STATUS_PAGE_TEXTS } from './status-page/status-page-texts.ts';

async function textsOf(language: Language): Promise<object> {
  const [messages, imports] = await Promise.all([LOCALES[language](), importTextsOf(language)]);
  return { messages, imports, server: SERVER_TEXTS[language], pages: STATUS_PAGE_TEXTS[language] };
}

/**
 * A value that is written as its name, and whose parts are written as theirs; it is greater than any number. Names have
 * no digits, which languages may replace by their own.
 */
function named(name: string): unknown {
  return new Proxy(() => undefined, {
    get: (_, part) =>
      part === Symbol.toPrimitive
        ? () => `⟦${name}⟧`
        : part === 'toString'
          ? () => `⟦${name}⟧`
          : named(`${name}.${String(part)}`),
  });
}

/**
 * The names of values in a text: of a function what it writes, else its placeholders. Null if it takes a list. A period
 * may have its year at either end.
 */
function valuesIn(text: unknown): string | null {
  if (typeof text === 'string') return names(text, /\{\{\w+\}\}|\{(?:field|from|to)\}/g);
  if (typeof text !== 'function') return '';
  const values = Array.from({ length: text.length }, (_, index) => named('abcdef'.charAt(index)));
  try {
    return names(JSON.stringify(text(...values)).replaceAll(/\.(?:day|date)⟧/g, '⟧'), /⟦[^⟧]*⟧/g);
  } catch {
    return null;
  }
}

const names = (text: string, pattern: RegExp) => [...new Set(text.match(pattern))].sort().join();

/** Values by path. */
function pathsOf(tree: object, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value !== 'object' || value === null) found.set(path + name, value);
    else for (const [inner, each] of pathsOf(value, `${path}${name}.`)) found.set(inner, each);
  }
  return found;
}

const english = pathsOf(await textsOf('en'));

it('compares functions, and texts with placeholders', () => {
  const values = [...english.values()].map((text) => [typeof text, valuesIn(text)] as const);
  expect(values.filter(([type, names]) => type === 'function' && names).length).toBeGreaterThan(80);
  expect(values.filter(([type, names]) => type === 'string' && names).length).toBeGreaterThan(60);
});

it.each(LANGUAGE_CODES)('%s: has exactly the texts of English', async (language) => {
  expect([...pathsOf(await textsOf(language)).keys()].sort()).toEqual([...english.keys()].sort());
});

it.each(LANGUAGE_CODES)('%s: texts are filled with the same values as in English', async (language) => {
  const texts = pathsOf(await textsOf(language));
  const differs = [...english].filter(([path, text]) => {
    const [expected, found] = [valuesIn(text), valuesIn(texts.get(path))];
    return expected !== null && found !== null && expected !== found;
  });
  expect(differs.map(([path, text]) => [path, valuesIn(text), valuesIn(texts.get(path))])).toEqual([]);
});
