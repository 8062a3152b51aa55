import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDir } from './platform/paths.ts';
import { explain, Problem } from './platform/problem.ts';
import { release } from './release/release.ts';

const USAGE = 'Usage: npm run release -- <major|minor|patch|version> [--dry-run]';

try {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, dir: { type: 'string' } },
    allowPositionals: true,
  });
  const [requested, ...more] = positionals;
  if (!requested || more.length > 0) throw new Problem(USAGE);
  release(resolve(values.dir ?? rootDir), requested, { isDryRun: values['dry-run'] });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
