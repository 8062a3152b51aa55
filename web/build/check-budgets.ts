import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Plugin, Rolldown } from 'vite';
import { z } from 'zod';
import { BUDGETS, type Budget, overBudget, type Sizes, totalOf } from './budgets.ts';

const RECORD = join(import.meta.dirname, 'recorded-sizes.json');
const recordSchema = z.record(z.string(), z.record(z.string(), z.number()));
const HASHED = /-[\w-]{8}(?=\.\w+$)/;
/** The app's own files that a document names. Pictures are not counted. */
const NAMED = /(?:src|href)="\/((?:assets\/[^"]+|theme|enter)\.(?:js|css|woff2))"/g;

/**
 * Fails the build if a route is over its budget (budgets.ts), naming the files that grew, and if a page has no budget.
 * `RECORD_SIZES=on npm run build -w web` records the present sizes, for the next comparison.
 */
export function checkBudgetsPlugin(): Plugin {
  let outDir = '';
  let chunks: Rolldown.OutputChunk[] = [];
  return {
    name: 'farwatch-check-budgets',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    },
    // This runs after the public pages are written.
    closeBundle() {
      if (chunks.length === 0) return;
      const routes = BUDGETS.map((budget) => ({ budget, sizes: largest(outDir, chunks, budget) }));
      for (const { budget, sizes } of routes) {
        console.log(`${budget.route.padEnd(20)} ${(totalOf(sizes) / 1024).toFixed(1)} of ${budget.kib} KiB`);
      }
      if (process.env.RECORD_SIZES === 'on') record(routes);
      const recorded = recordSchema.parse(JSON.parse(existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '{}'));
      const problems = routes.flatMap(
        ({ budget, sizes }) => overBudget(budget, sizes, recorded[budget.route] ?? {}) ?? [],
      );
      problems.push(...pagesWithout(chunks).map((page) => `${page} is not in web/src/routes.ts.`));
      if (problems.length > 0) throw new Error(`Over budget (web/src/routes.ts)\n  ${problems.join('\n  ')}`);
    },
  };
}

/** The files that a route loads, in the language with the most. */
function largest(outDir: string, chunks: readonly Rolldown.OutputChunk[], budget: Budget): Sizes {
  const variants =
    'documents' in budget
      ? budget.documents.map((name) => filesOf(outDir, chunks, name, []))
      : LANGUAGE_CODES.map((language) =>
          filesOf(
            outDir,
            chunks,
            'app.html',
            [`locales/${language}.ts`, ...budget.parts].map((part) => part.replace('{language}', language)),
          ),
        );
  const sizes = variants.map((files) => sizesOf(outDir, files));
  return sizes.reduce((one, other) => (totalOf(other) > totalOf(one) ? other : one));
}

/** A document, what it names, and the parts with all that they import statically. Throws for an unknown part. */
function filesOf(
  outDir: string,
  chunks: readonly Rolldown.OutputChunk[],
  document: string,
  parts: readonly string[],
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set([document]);
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of byName.get(name)?.imports ?? []) add(each);
  };
  const html = readFileSync(join(outDir, document), 'utf8');
  for (const [, name = ''] of html.matchAll(NAMED)) add(name);
  for (const part of parts) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${part}`));
    if (!chunk) throw new Error(`${part} is no file of its own: see web/src/routes.ts.`);
    add(chunk.fileName);
  }
  return found;
}

function sizesOf(outDir: string, files: ReadonlySet<string>): Sizes {
  const sizes = new Map<string, number>();
  for (const file of files) {
    const content = readFileSync(join(outDir, file));
    const name = file.replace('assets/', '').replace(HASHED, '');
    // Fonts are compressed already.
    const bytes = file.endsWith('.woff2') ? content.length : gzipSync(content).length;
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  return sizes;
}

/** The pages that no budget names. */
function pagesWithout(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const known = BUDGETS.flatMap((budget) => ('parts' in budget ? budget.parts : []));
  const pages = chunks.flatMap(
    ({ facadeModuleId }) => /src\/(features\/.*-page\.tsx)$/.exec(facadeModuleId ?? '')?.[1] ?? [],
  );
  return pages.filter((page) => !known.includes(page));
}

function record(routes: readonly { budget: Budget; sizes: Sizes }[]): void {
  const content = Object.fromEntries(routes.map(({ budget, sizes }) => [budget.route, Object.fromEntries(sizes)]));
  writeFileSync(RECORD, `${JSON.stringify(content, null, 2)}\n`);
}
