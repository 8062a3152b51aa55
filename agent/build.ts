import { chmod } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the agent into one file that needs only Node 20 or later; an argument replaces the folder `dist`. */
const [, , outfile = fileURLToPath(new URL('dist/farwatch-agent.mjs', import.meta.url))] = process.argv;

// Firestore's gRPC is CommonJS: in an ES module it needs a `require` made for it.
const banner = `#!/usr/bin/env node
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

await build({
  entryPoints: [fileURLToPath(new URL('src/cli.ts', import.meta.url))],
  outfile: resolve(outfile),
  // The bundle names its sources' paths: with these paths every build is identical.
  absWorkingDir: import.meta.dirname,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Texts in other scripts take half of what their escapes would.
  charset: 'utf8',
  legalComments: 'none',
  banner: { js: banner },
});
await chmod(outfile, 0o755);
