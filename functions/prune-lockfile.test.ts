import { describe, expect, it } from 'vitest';
import { pruneLockfile } from './prune-lockfile.ts';

const needs = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '*']));
const manifest = (...names: string[]) => ({ name: 'alone', dependencies: needs(...names), engines: { node: '24' } });
type Packages = Parameters<typeof pruneLockfile>[0]['packages'];
/** The installed folders with their versions, and `?` if optional. */
const prune = (packages: Packages, ...names: string[]) => {
  const { '': _, ...pruned } = pruneLockfile({ packages }, 'functions', manifest(...names)).packages;
  return Object.entries(pruned).map(([at, { version, optional }]) => `${at} ${version}${optional ? '?' : ''}`);
};

describe('a package', () => {
  it('brings what it needs, and nothing else', () => {
    const packages = {
      'node_modules/a': { version: '1', dependencies: needs('b') },
      'node_modules/b': { version: '1', dependencies: needs('a') },
      'node_modules/c': { version: '1' },
    };
    expect(prune(packages, 'a')).toEqual(['node_modules/a 1', 'node_modules/b 1']);
  });

  it('is the workspace’s own, while others keep the version that is at the top', () => {
    const packages = {
      'node_modules/a': { version: '1', dependencies: needs('b', 'c') },
      'node_modules/b': { version: '1' },
      'node_modules/c': { version: '1', dependencies: needs('b') },
      'functions/node_modules/b': { version: '2' },
    };
    expect(prune(packages, 'a', 'b')).toEqual([
      'node_modules/a 1',
      'node_modules/a/node_modules/b 1',
      'node_modules/b 2',
      'node_modules/c 1',
      'node_modules/c/node_modules/b 1',
    ]);
  });

  it('is optional if no other kind of dependency needs it, and may be missing then', () => {
    const packages = {
      'node_modules/a': { version: '1', dependencies: needs('b', 'd'), optionalDependencies: needs('b', 'c', 'gone') },
      'node_modules/b': { version: '1', devOptional: true, dependencies: needs('d') },
      'node_modules/c': { version: '1', dependencies: needs('e') },
      'node_modules/d': { version: '1', devOptional: true },
      'node_modules/e': { version: '1' },
    };
    expect(prune(packages, 'a')).toEqual([
      'node_modules/a 1',
      'node_modules/b 1?',
      'node_modules/c 1?',
      'node_modules/d 1',
      'node_modules/e 1?',
    ]);
  });

  it('brings its peers, except optional ones', () => {
    const peers = { peerDependencies: needs('b', 'c'), peerDependenciesMeta: { c: { optional: true } } };
    const packages = {
      'node_modules/a': { version: '1', ...peers },
      'node_modules/b': { version: '1', peer: true },
      'node_modules/c': { version: '1' },
    };
    expect(prune(packages, 'a')).toEqual(['node_modules/a 1', 'node_modules/b 1']);
  });

  it('must be in the lockfile', () => {
    const packages = { 'node_modules/a': { version: '1', dependencies: needs('b') } };
    expect(() => prune(packages, 'a')).toThrow('b is not in package-lock.json');
  });
});
