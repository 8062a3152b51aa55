import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from './platform/paths.ts';

/** A source file. Paths are relative to the top folder. */
export type Source = {
  path: string;
  /** The project's files that it imports, also for types only. */
  imports: readonly string[];
  lines: number;
};

/** A requirement for all source files. Returns a sentence for each violation. */
export type Rule = (sources: readonly Source[]) => string[];

const WORKSPACES = '{core,functions,web,agent,emulators}';
const NOT_SOURCES = ['**/node_modules/**', '**/dist/**', '**/*.d.ts', '**/*.test.{ts,tsx}'];
const IMPORT = /\b(?:from|import\(?)\s*'(\.{1,2}\/[^']+|@farwatch\/core\/[^']+)'/g;

/** Reads all workspaces without their tests, which may import everything. */
export function readSources(): Source[] {
  const paths = globSync(`${WORKSPACES}/**/*.{ts,tsx,mjs}`, { cwd: rootDir, exclude: NOT_SOURCES });
  const known = new Set(paths);
  return paths.map((path) => {
    const text = readFileSync(join(rootDir, path), 'utf8');
    const targets = [...text.matchAll(IMPORT)].map(([, specifier = '']) => targetOf(path, specifier));
    return { path, imports: targets.filter((target) => known.has(target)), lines: text.trimEnd().split('\n').length };
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
