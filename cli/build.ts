import { chmod } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the command line into one file that needs only Node 20 or later; an argument replaces the folder `dist`. */
const [, , outfile = fileURLToPath(new URL('dist/farwatch.mjs', import.meta.url))] = process.argv;

await build({
  entryPoints: [fileURLToPath(new URL('src/main.ts', import.meta.url))],
  outfile: resolve(outfile),
  // The bundle names its sources' paths: with these paths every build is identical.
  absWorkingDir: import.meta.dirname,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  banner: { js: '#!/usr/bin/env node' },
});
await chmod(outfile, 0o755);
