import { describe, expect, it, test } from 'vitest';
import {
  forbidCircles,
  forbidSingleReaders,
  forbidUpwardImports,
  limitLines,
  type Rule,
  readSources,
  type Source,
} from './structure.ts';

const MOST_LINES = 400;
/** Tables and texts grow with what they list. */
const LISTS = /(?:^|[/-])table\.tsx?$|\/locales\//;

/** Files with a line for each of several others. */
const LISTING =
  /(?:^|[/-])table\.tsx?$|\/(?:channel-types|collections|index|options|routes|senders|sweep|job-work)\.ts$/;
/** A subject of its own (a notation, a protocol, a stand-in), of which the only reader needs a function or two. */
const APART = new Set([
  'agent/src/client/listeners.ts',
  'agent/src/probe/http/received.ts',
  'core/src/decisions/checks/i-regexp.ts',
  'core/src/decisions/notifications/after-sending.ts',
  'emulators/faults/testing/relay.ts',
  'emulators/rules/readers.ts',
  'emulators/src/firestore/wire-query.ts',
  'emulators/src/google-apis/google-apis.ts',
  'emulators/src/rdap.ts',
  'functions/src/testing/task-queue.ts',
  'web/src/app/session-root.tsx',
  'web/src/features/endpoint/range/chart/point-table.tsx',
  'web/src/site/api/introduction.tsx',
  'web/src/features/monitor-detail/watchlist/endpoint-columns.tsx',
]);

/** The floors of functions. Above them is what wires them, what is outside of src, and what only tests use. */
const FLOORS = ['functions/src/platform/', 'functions/src/domain/', 'functions/src/entry/', 'functions/'];

/** Folders whose files and folders do not import each other in a circle. */
const WITHOUT_CIRCLES = [
  'functions/src/platform/',
  'functions/src/domain/',
  'functions/src/entry/',
  'agent/src/',
  'core/src/',
  'core/src/values/',
  'core/src/documents/',
  'core/src/contracts/',
  'core/src/texts/',
  'core/src/decisions/',
  'core/src/files/',
  'core/src/importers/',
  'web/src/',
  'emulators/src/',
];

const RULES: Record<string, Rule> = {
  'no file is too long': limitLines(MOST_LINES, LISTS),
  'no file has a single reader in its folder': forbidSingleReaders(MOST_LINES, LISTING, APART),
  'no floor of functions imports a higher one': forbidUpwardImports(FLOORS),
  ...Object.fromEntries(WITHOUT_CIRCLES.map((folder) => [`${folder} has no circle`, forbidCircles(folder)])),
};

describe('the sources', () => {
  const sources = readSources();

  it('are read with what they import, also types', () => {
    const importsOf = (path: string) => sources.find((source) => source.path === path)?.imports;
    expect(sources.length).toBeGreaterThan(1000);
    expect(importsOf('functions/src/platform/db/run.ts')).toContain('functions/src/platform/db/tasks.ts');
    expect(importsOf('functions/src/index.ts')).toContain('functions/src/entry/api/app.ts');
    expect(importsOf('functions/src/domain/history/build-day.ts')).toContain('core/src/documents/monitor.ts');
  });

  it('exist in each folder that has a rule', () => {
    const has = (folder: string) => sources.some(({ path }) => path.startsWith(folder));
    expect([...FLOORS, ...WITHOUT_CIRCLES].filter((folder) => !has(folder))).toEqual([]);
  });

  test.each(Object.entries(RULES))('%s', (_, rule) => {
    expect(rule(sources)).toEqual([]);
  });
});

/** Made-up files with what they import. */
function files(imports: Record<string, string[]>): Source[] {
  return Object.entries(imports).map(([path, targets]) => ({ path, imports: targets, lines: 1 }));
}

describe('a rule', () => {
  it('finds long files but no lists', () => {
    const long = ['a/x.ts', 'a/table.ts', 'a/page-table.ts', 'a/tables.ts', 'a/locales/en.ts'];
    const found = limitLines(
      10,
      LISTS,
    )([{ path: 'a/short.ts', imports: [], lines: 10 }, ...long.map((path) => ({ path, imports: [], lines: 11 }))]);
    expect(found).toEqual(['a/x.ts has 11 lines, more than 10', 'a/tables.ts has 11 lines, more than 10']);
  });

  it('finds files with a single reader in their folder', () => {
    const found = forbidSingleReaders(
      10,
      /table/,
      new Set(['a/apart.ts']),
    )([
      {
        path: 'a/x.ts',
        imports: ['a/y.ts', 'b/z.ts', 'a/long.ts', 'a/later.ts', 'a/tested.ts', 'a/apart.ts'],
        lines: 5,
        loadsLater: ['a/later.ts'],
      },
      { path: 'a/table.ts', imports: ['a/listed.ts', 'a/two.ts'], lines: 1 },
      { path: 'a/y.ts', imports: ['a/two.ts'], lines: 5 },
      { path: 'b/z.ts', imports: [], lines: 1 },
      { path: 'a/long.ts', imports: [], lines: 6 },
      ...['a/later.ts', 'a/apart.ts', 'a/listed.ts', 'a/two.ts'].map((path) => ({ path, imports: [], lines: 1 })),
      { path: 'a/tested.ts', imports: [], lines: 1, isTested: true },
    ]);
    expect(found).toEqual(['a/y.ts belongs in a/x.ts, its only reader']);
  });

  it('finds imports of a higher floor', () => {
    const found = forbidUpwardImports(['src/low/', 'src/high/', 'src/'])(
      files({
        'src/low/a.ts': ['src/low/b.ts', 'src/high/a.ts', 'src/index.ts', 'other/a.ts'],
        'src/high/a.ts': ['src/low/a.ts', 'src/high/b.ts'],
        'src/index.ts': ['src/low/a.ts', 'src/high/a.ts'],
        'other/a.ts': ['src/high/a.ts'],
      }),
    );
    expect(found).toEqual([
      'src/low/a.ts imports src/high/a.ts, which is on a higher floor',
      'src/low/a.ts imports src/index.ts, which is on a higher floor',
    ]);
  });

  it('finds each circle between the files and folders of a folder', () => {
    const found = forbidCircles('src/')(
      files({
        'src/a/x.ts': ['src/a/y.ts', 'src/b/x.ts'],
        'src/b/x.ts': ['src/b/y.ts'],
        'src/b/y.ts': ['src/c.ts'],
        'src/c.ts': ['src/a/y.ts', 'src/d/x.ts', 'other/x.ts'],
        'src/d/x.ts': ['src/e/x.ts'],
        'src/e/x.ts': ['src/d/y.ts'],
        'other/x.ts': ['src/a/x.ts'],
      }),
    );
    expect(found).toEqual([
      'src/ has a circle: a/x.ts imports b/x.ts, b/y.ts imports c.ts, c.ts imports a/y.ts',
      'src/ has a circle: d/x.ts imports e/x.ts, e/x.ts imports d/y.ts',
    ]);
  });

  it('allows imports in one direction, and of a file in its own folder', () => {
    const layers = files({
      'src/a/x.ts': ['src/a/y.ts', 'src/b/x.ts', 'src/c.ts'],
      'src/a/y.ts': ['src/a/x.ts'],
      'src/b/x.ts': ['src/c.ts'],
    });
    expect(forbidCircles('src/')(layers)).toEqual([]);
    expect(forbidUpwardImports(['src/c', 'src/b/', 'src/a/'])(layers)).toEqual([]);
  });
});
