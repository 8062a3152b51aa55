import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { allCollections, COLLECTIONS, exportedIds } from '@farwatch/core/documents/collections';
import { describe, expect, it } from 'vitest';
import { rootDir, shown } from './platform/paths.ts';

const WORKSPACES = ['core', 'functions', 'web', 'agent', 'emulators'];
const CODE = new Set(['.ts', '.tsx', '.js', '.mjs', '.css', '.html', '.grit', '.rules']);
const NOT_SOURCES = /^(node_modules|dist|\..*)$/;
/** A section of a document by its number: 'design 4', 'spec 2 and 7'. */
const OUTSIDE = /\b(design|spec)s? \d+|\bthe specification\b/gi;
/** 'docs/agent.md', or with a heading: 'docs/agent.md, Check-in'. */
const REFERENCE = /docs\/([\w-]+\.md)(?:, ([A-Z][^.,;:)'`]*))?/g;
const QUOTED = /`([\w@-][\w@./-]*)`/g;
const ROOT_FILE = /^(firestore\.rules|(biome|firebase|firestore\.indexes|package)\.json)$/;
const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g;
const FIREBASE_COMMAND = /npx firebase ([\w:]+)/g;
const MOST_WORDS = 2_500;

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return CODE.has(extname(path)) ? [path] : [];
  const names = readdirSync(path).filter((name) => !NOT_SOURCES.test(name));
  return names.flatMap((name) => filesBelow(join(path, name)));
}

/** A file's text with each comment on one line, so that references across line breaks are found. */
function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\s*\n\s*(?:\*|\/\/) */g, ' ');
}

function headingsOf(page: string): string[] {
  const text = readFileSync(join(rootDir, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function isPath(quoted: string): boolean {
  const [top = ''] = quoted.split('/');
  // `.env` files belong to a deployment.
  return quoted.includes('/')
    ? [...WORKSPACES, 'docs'].includes(top) && !quoted.includes('/.env')
    : ROOT_FILE.test(quoted);
}

const docs = readdirSync(join(rootDir, 'docs')).filter((name) => name.endsWith('.md'));
const pages = [...docs.map((name) => `docs/${name}`), 'README.md', 'CONTRIBUTING.md', 'agent/README.md'];
const self = join(rootDir, 'emulators/src/docs.test.ts');
const files = ['firestore.rules', 'vitest.config.ts', ...WORKSPACES]
  .flatMap((path) => filesBelow(join(rootDir, path)))
  .filter((file) => file !== self);

describe('comments', () => {
  it('are read in all code', () => expect(files.length).toBeGreaterThan(500));

  it('refer to no document outside the repository', () => {
    const found = files.flatMap((file) =>
      [...textOf(file).matchAll(OUTSIDE)].map(([text]) => `${shown(file)}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('refer only to pages and headings that exist', () => {
    const references = files.flatMap((file) =>
      [...textOf(file).matchAll(REFERENCE)].map(([text, page = '', heading]) => ({
        file: shown(file),
        text,
        exists: docs.includes(page) && (!heading || headingsOf(`docs/${page}`).includes(heading.trim())),
      })),
    );
    expect(references.filter(({ exists }) => !exists)).toEqual([]);
    expect(references.length).toBeGreaterThan(30);
  });
});

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(rootDir, page), 'utf8');

  it('names only files and folders that exist', () => {
    const paths = [...text.matchAll(QUOTED)].map(([, quoted = '']) => quoted).filter(isPath);
    expect(paths.filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const broken = [...text.matchAll(LINK)].filter(([, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(rootDir, target))) return true;
      return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names only commands that the Firebase CLI has', () => {
    const commands = [...text.matchAll(FIREBASE_COMMAND)].map(([, command = '']) => command);
    const fileOf = (command: string) => `node_modules/firebase-tools/lib/commands/${command.replaceAll(':', '-')}.js`;
    expect(commands.filter((command) => !existsSync(join(rootDir, fileOf(command))))).toEqual([]);
  });

  it('has each heading once', () => {
    const headings = headingsOf(page);
    expect(headings).toEqual([...new Set(headings)]);
  });
});

it('docs/architecture.md is short enough to be read at once', () => {
  const words = readFileSync(join(rootDir, 'docs/architecture.md'), 'utf8')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

it('docs/documents.md has a row for each collection, with its readers', () => {
  const text = readFileSync(join(rootDir, 'docs/documents.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([^`]+)\/[^/`]+` \|.*$/gm)].map(([row, path = '']) => {
    const [readers] = row.split(' | ')[3]?.split(';') ?? [];
    return `${path.replaceAll(/\{[^}]*\}/g, '{}')}: ${readers}`;
  });
  expect(rows.toSorted()).toEqual(
    allCollections()
      .map(({ path, readableBy }) => `${path}: ${readableBy}`)
      .sort(),
  );
});

it('the export in docs/operations.md has exactly the collections whose declarations do not leave them out', () => {
  const text = readFileSync(join(rootDir, 'docs/operations.md'), 'utf8');
  const [exported = ''] = /(?<=--collection-ids=)\S+/.exec(text) ?? [];
  expect(exported.split(',')).toEqual(exportedIds());
  const [, named = ''] = /An export is billed([\s\S]*?)```sh/.exec(text) ?? [];
  const leftOut = Object.values(COLLECTIONS).filter((each: CollectionDeclaration) => each.notExported);
  expect(leftOut.map(({ path }) => path).filter((id) => !named.includes(`\`${id}\``))).toEqual([]);
});
