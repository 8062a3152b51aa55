import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import { z } from 'zod';
import { rootDir } from './paths.ts';

const rewriteSchema = z.object({ source: z.string(), destination: z.string().optional() });
const configSchema = z.object({ hosting: z.object({ rewrites: z.array(rewriteSchema) }) });
const { rewrites } = configSchema.parse(JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8'))).hosting;

/** Returns the address of a public page in a language. `path` is its address in the default language. */
export function publicPath(path: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? path : `/${language}${path}`;
}

/**
 * The public pages' addresses in the default language, the landing page first: those that Hosting serves from files of
 * their own names (firebase.json, which follows web/src/site/page-table.ts).
 */
export const PUBLIC_PATHS: readonly string[] = [
  '/',
  ...rewrites.flatMap(({ source, destination }) =>
    destination === `${source}.html` && posix.dirname(source) === '/' ? [source] : [],
  ),
];

/** The public pages' addresses in every language. */
export const ALL_PUBLIC_PATHS = LANGUAGE_CODES.flatMap((language) =>
  PUBLIC_PATHS.map((path) => publicPath(path, language)),
);
