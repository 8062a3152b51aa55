import { chmod } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Builds the command line into one file that needs only Node 20 or later; an argument replaces the folder `dist`. */
const [, , outfile = fileURLToPath(new URL('dist/farwatch.mjs', import.meta.url))] = process.argv;

// YAML's parser is CommonJS: in an ES module it needs a `require` made for it.
const banner = `#!/usr/bin/env node
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** Leaves out zod's messages in all languages but English, half of the file, which nothing shows. */
const withoutLanguages: Plugin = {
  name: 'without-languages',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/][\w-]+\.js$/ }, ({ path }) =>
      /[\\/](en|index)\.js$/.test(path) ? null : { contents: 'export default () => ({});' },
    );
  },
};

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
  banner: { js: banner },
  plugins: [withoutLanguages],
});
await chmod(outfile, 0o755);
