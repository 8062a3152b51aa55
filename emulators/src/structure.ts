import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from './platform/paths.ts';

/** A source file. Paths are relative to the top folder. */
export type Source = {
  path: string;
  /** The project's files that it imports, also for types only. */
  imports: readonly string[];
  /** Those of `imports` that are loaded only when needed, by `import()`. */
  loadsLater?: readonly string[];
  lines: number;
  /** Whether a test imports it, or is named after it. */
  isTested?: boolean;
};

/** A requirement for all source files. Returns a sentence for each violation. */
export type Rule = (sources: readonly Source[]) => string[];

const WORKSPACES = '{core,functions,web,agent,emulators}';
const NOT_SOURCES = ['**/node_modules/**', '**/dist/**', '**/*.d.ts'];
const IMPORT = /\b(?:from|import(\()?)\s*'(\.{1,2}\/[^']+|@farwatch\/core\/[^']+)'/g;
const TEST = /(?:\.emulator)?\.test\.tsx?$/;

/** Reads all workspaces without their tests, which may import everything. */
export function readSources(): Source[] {
  const paths = globSync(`${WORKSPACES}/**/*.{ts,tsx,mjs}`, { cwd: rootDir, exclude: NOT_SOURCES });
  const [tests, sources] = [paths.filter((path) => TEST.test(path)), paths.filter((path) => !TEST.test(path))];
  const known = new Set(sources);
  const tested = new Set(tests.flatMap((path) => importsOf(path, textOf(path)).map(({ target }) => target)));
  const named = new Set(tests.map((path) => path.replace(TEST, '')));
  return sources.map((path) => {
    const text = textOf(path);
    const imports = importsOf(path, text).filter(({ target }) => known.has(target));
    return {
      path,
      imports: imports.map(({ target }) => target),
      loadsLater: imports.flatMap(({ target, isLater }) => (isLater ? target : [])),
      lines: text.trimEnd().split('\n').length,
      isTested: tested.has(path) || named.has(path.replace(/\.\w+$/, '')),
    };
  });
}

function textOf(path: string): string {
  return readFileSync(join(rootDir, path), 'utf8');
}

function importsOf(path: string, text: string): { target: string; isLater: boolean }[] {
  return [...text.matchAll(IMPORT)].map(([, call, specifier = '']) => {
    return { target: targetOf(path, specifier), isLater: call !== undefined };
  });
}

function targetOf(path: string, specifier: string): string {
  const inCore = specifier.split('@farwatch/core/')[1];
  return inCore === undefined ? join(dirname(path), specifier) : `core/src/${inCore}.ts`;
}

/** Forbids files longer than that, except where the path matches. */
export function limitLines(most: number, except: RegExp): Rule {
  return (sources) =>
    sources
      .filter(({ path, lines }) => lines > most && !except.test(path))
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${most}`);
}

/**
 * Forbids files with one reader, in the same folder, and no tests, if both fit into one file of `most` lines. `lists`
 * are readers that have a line for each of several files; what a reader loads only when needed stays apart.
 */
export function forbidSingleReaders(most: number, lists: RegExp, except: ReadonlySet<string>): Rule {
  return (sources) => {
    const readers = Map.groupBy(
      sources.flatMap((source) => [...new Set(source.imports)].map((target) => ({ source, target }))),
      ({ target }) => target,
    );
    return sources.flatMap(({ path, lines, isTested }) => {
      const [reader, ...others] = (readers.get(path) ?? []).map(({ source }) => source);
      if (!reader || others.length > 0 || isTested || except.has(path)) return [];
      const isApart =
        dirname(reader.path) !== dirname(path) || lists.test(reader.path) || reader.loadsLater?.includes(path);
      return isApart || lines + reader.lines > most ? [] : [`${path} belongs in ${reader.path}, its only reader`];
    });
  };
}

/**
 * Forbids imports from a lower floor to a higher one. Each floor is the beginning of its paths, the lowest first; the
 * first one that fits counts, so a last floor can be the folder around all of them.
 */
export function forbidUpwardImports(floors: readonly string[]): Rule {
  const floorOf = (path: string) => floors.findIndex((floor) => path.startsWith(floor));
  return (sources) =>
    sources.flatMap(({ path, imports }) => {
      const own = floorOf(path);
      const higher = imports.filter((target) => own >= 0 && floorOf(target) > own);
      return higher.map((target) => `${path} imports ${target}, which is on a higher floor`);
    });
}

/**
 * Forbids that the files and folders directly in a folder import each other in a circle. Names the imports of one
 * shortest circle through each of them that is part of one.
 */
export function forbidCircles(folder: string): Rule {
  return (sources) => {
    const arrows = arrowsWithin(folder, sources);
    // Children of one circle find the same one, each from its own start.
    const circles = new Map<string, string[]>();
    for (const child of [...arrows.keys()].sort()) {
      const circle = shortestCircle(arrows, child);
      const key = circle?.toSorted().join() ?? '';
      if (circle && !circles.has(key)) circles.set(key, circle);
    }
    return [...circles.values()].map((circle) => `${folder} has a circle: ${circle.join(', ')}`);
  };
}

/**
 * One of the imports between two children of the folder, by the importing and by the imported child: `a/x.ts imports
 * b/y.ts`.
 */
type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>;

function arrowsWithin(folder: string, sources: readonly Source[]): Arrows {
  const childOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length).split('/', 1)[0] : undefined);
  const arrows = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const from = childOf(path);
    for (const target of imports) {
      const to = childOf(target);
      if (from === undefined || to === undefined || from === to) continue;
      const known = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, known.set(to, `${path.slice(folder.length)} imports ${target.slice(folder.length)}`));
    }
  }
  return arrows;
}

/** Finds the imports that lead from a child back to it, as few as possible; null if none do. */
function shortestCircle(arrows: Arrows, start: string): string[] | null {
  const paths = new Map<string, string[]>([[start, []]]);
  // A map also iterates over entries that are added meanwhile.
  for (const [child, path] of paths) {
    for (const [next, imported] of arrows.get(child) ?? []) {
      if (next === start) return [...path, imported];
      if (!paths.has(next)) paths.set(next, [...path, imported]);
    }
  }
  return null;
}
