import { z } from 'zod';

const rangesSchema = z.record(z.string(), z.string()).optional();
const packageSchema = z.looseObject({
  version: z.string().optional(),
  dependencies: rangesSchema,
  optionalDependencies: rangesSchema,
  peerDependencies: rangesSchema,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
});
type Package = z.infer<typeof packageSchema>;

/** A package-lock.json. Its packages are named by their folders; a workspace is named by its own. */
export const lockfileSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) });
type Lockfile = z.infer<typeof lockfileSchema>;

/** The package.json of a package that is installed alone, with an exact version of each dependency. */
export type Manifest = { name: string; dependencies: Record<string, string>; engines: Record<string, string> };

/** The field that describes how a package is reached, which differs in another tree. */
const REACHED_BY = ['dev', 'devOptional', 'optional', 'peer'];

/**
 * The lockfile of a manifest whose dependencies are a workspace's: the same versions for every package, the direct and
 * the indirect ones, so that `npm ci` installs what the workspace was tested with. Throws for a package that the
 * lockfile does not name.
 */
export function pruneLockfile({ packages }: Lockfile, workspace: string, manifest: Manifest): Lockfile {
  const places = place(packages, workspace, manifest);
  const required = requiredPlaces(packages, places, manifest);
  const entries = [...places].filter(([at]) => at !== '').sort(([a], [b]) => (a < b ? -1 : 1));
  const { name, dependencies, engines } = manifest;
  return {
    name,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, dependencies, engines },
      ...Object.fromEntries(
        entries.map(([at, origin]) => [at, entryOf(packages[origin] ?? {}, !required.has(at))] as const),
      ),
    },
  };
}

/**
 * The folder of each needed package, with its folder in the given lockfile: at the top if that is free, otherwise
 * within the package that needs another version.
 */
function place(packages: Lockfile['packages'], workspace: string, manifest: Manifest): Map<string, string> {
  const places = new Map([['', workspace]]);
  // A map also iterates over the entries that are added meanwhile.
  for (const [at, from] of places) {
    for (const { name, isOptional } of needsOf(at === '' ? manifest : packages[from])) {
      const origin = find((path) => path in packages, from, name);
      if (origin === undefined && isOptional) continue;
      if (origin === undefined) throw new Error(`${name} is not in package-lock.json`);
      const found = find((path) => places.has(path), at, name);
      if (found === undefined) places.set(join('', name), origin);
      else if (places.get(found) !== origin) places.set(join(at, name), origin);
    }
  }
  return places;
}

/** Without packages that only optional dependencies need. */
function requiredPlaces(packages: Lockfile['packages'], places: Map<string, string>, manifest: Manifest): Set<string> {
  const required = new Set(['']);
  for (const at of required) {
    for (const { name, isOptional } of needsOf(at === '' ? manifest : packages[places.get(at) ?? ''])) {
      const found = find((path) => places.has(path), at, name);
      if (found !== undefined && !isOptional) required.add(found);
    }
  }
  return required;
}

/** What npm installs for a package. It also lists optional dependencies among the others. */
function needsOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Partial<Package> = {}): { name: string; isOptional: boolean }[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  return [...names].map((name) => ({ name, isOptional: name in optionalDependencies }));
}

/** The folder in which Node finds a package, searching from another upwards. */
function find(isThere: (path: string) => boolean, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (isThere(join(folder, name))) return join(folder, name);
    if (folder === '') return undefined;
  }
}

function join(folder: string, name: string): string {
  return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
}

/** The package around a folder; '' for the top, also around a workspace. */
function parentOf(folder: string): string {
  const end = folder.lastIndexOf('/node_modules/');
  return end < 0 ? '' : folder.slice(0, end);
}

function entryOf(entry: Package, isOptional: boolean): Package {
  const kept = Object.entries(entry).filter(([key]) => !REACHED_BY.includes(key));
  return { ...Object.fromEntries(kept), ...(isOptional && { optional: true }) };
}
