import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir, shown } from './platform/paths.ts';

const WORKSPACES = ['core', 'functions', 'web', 'agent', 'emulators'];
const CODE = new Set(['.ts', '.tsx', '.js', '.mjs', '.css', '.html', '.grit', '.rules']);
const NOT_OURS = /^(node_modules|dist|\..*)$/;
/** A section of a document by its number: 'design 4', 'spec 2 and 7'. */
const OUTSIDE = /\b(design|spec)s? \d+|\bthe specification\b/gi;
const REFERENCE = /architecture\.md(?:, ([A-Z][^.,;:)'`]*))?/g;
/** What stands between backquotes and looks like a file or folder here: another path begins with a slash or holds braces. */
const QUOTED = /`([\w@-][\w@./-]*)`/g;

function codeBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return CODE.has(extname(path)) ? [path] : [];
  const names = readdirSync(path).filter((name) => !NOT_OURS.test(name));
  return names.flatMap((name) => codeBelow(join(path, name)));
}

/** A file's text with each comment on one line, so that what a line break parts is found too. */
function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\s*\n\s*(?:\*|\/\/) */g, ' ');
}

function isPath(quoted: string): boolean {
  const [top = ''] = quoted.split('/');
  return quoted.includes('/') ? WORKSPACES.includes(top) || top === 'docs' : /\.(json|rules|md)$/.test(quoted);
}

const architecture = readFileSync(join(rootDir, 'docs/architecture.md'), 'utf8');
const headings = [...architecture.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
const paths = [...architecture.matchAll(QUOTED)].map(([, quoted = '']) => quoted).filter(isPath);
const links = [...architecture.matchAll(/\]\(\.\.\/([^)#]+)/g)].map(([, path = '']) => path);
const self = join(rootDir, 'emulators/src/architecture.test.ts');
const files = ['firestore.rules', 'vitest.config.ts', ...WORKSPACES]
  .flatMap((path) => codeBelow(join(rootDir, path)))
  .filter((file) => file !== self);

describe('what comments refer to', () => {
  it('is looked for in all code', () => expect(files.length).toBeGreaterThan(500));

  it('is never a document that is not here', () => {
    const found = files.flatMap((file) =>
      [...textOf(file).matchAll(OUTSIDE)].map(([text]) => `${shown(file)}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('is a heading of the architecture that there is', () => {
    const named = files.flatMap((file) =>
      [...textOf(file).matchAll(REFERENCE)].map(([text, heading]) => ({ file: shown(file), text, heading })),
    );
    expect(named.filter(({ heading }) => heading === undefined || !headings.includes(heading.trim()))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

describe('the architecture', () => {
  it('names only files and folders that there are', () => {
    expect(paths.length).toBeGreaterThan(100);
    expect([...paths, ...links].filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
  });

  it('has each heading once', () => expect(headings).toEqual([...new Set(headings)]));
});
