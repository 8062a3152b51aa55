import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Connect, type InlineConfig, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import { pageAt } from '../src/site/pages.ts';
import type { Built, publicFiles, renderPage } from '../src/site/render.tsx';
import { lineBreaksPlugin } from './line-breaks.ts';
import { smallFontPlugin } from './small-font.ts';

type Renderer = { publicFiles: typeof publicFiles; renderPage: typeof renderPage };
type Output = Rolldown.RolldownOutput['output'];

const root = resolve(import.meta.dirname, '..');

/**
 * Prerenders the public pages as separate documents. Their script is built separately from the app's, so that it shares
 * no file with it and stays small.
 */
export function publicPagesPlugin(origin: string): Plugin {
  let outDir = '';
  let mode = '';
  return {
    name: 'farwatch-public-pages',
    configResolved(config) {
      outDir = resolve(root, config.build.outDir);
      mode = config.mode;
    },
    configureServer(server) {
      server.middlewares.use(servePages(server, origin));
    },
    async writeBundle() {
      const built = await buildScript(mode, outDir);
      const renderer = await buildRenderer(mode, outDir);
      const files = await renderer.publicFiles({ ...built, origin, builtAtMs: Date.now() });
      for (const [name, content] of Object.entries(files)) write(join(outDir, name), content);
    },
  };
}

/** Serves, in development, public pages from their sources and the app's document for every other page. */
function servePages(server: ViteDevServer, origin: string): Connect.NextHandleFunction {
  return async (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = pageAt(pathname);
    if (!page) {
      const isDocument = request.headers.accept?.includes('text/html') && !/\.\w{1,11}$/.test(pathname);
      if (isDocument) request.url = '/app.html';
      return next();
    }
    try {
      const { renderPage: render } = (await server.ssrLoadModule('/src/site/render.tsx')) as Renderer;
      const script = '/src/site/client.ts';
      const html = await render(page, {
        origin,
        script,
        imports: [],
        font: null,
        fontStyles: '',
        builtAtMs: Date.now(),
      });
      response.setHeader('content-type', 'text/html').end(await server.transformIndexHtml(pathname, html));
    } catch (error) {
      next(error);
    }
  };
}

const shared = (mode: string): InlineConfig => ({
  root,
  mode,
  configFile: false,
  logLevel: 'warn',
  plugins: [lineBreaksPlugin(), react()],
});

/** Builds the script for the browser. */
async function buildScript(mode: string, outDir: string): Promise<Omit<Built, 'origin' | 'builtAtMs'>> {
  const output = await outputOf({
    ...shared(mode),
    plugins: [lineBreaksPlugin(), react(), smallFontPlugin()],
    publicDir: false,
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: { site: join(root, 'src/site/client.ts') },
        treeshake: {
          manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe'],
          // Core schemas that are only used for their types would include zod.
          moduleSideEffects: (id) => !/[\\/]core[\\/]src[\\/]/.test(id),
        },
      },
    },
  });
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The public pages have no script.');
  const styles = output.filter((file) => file.fileName.endsWith('.css'));
  const font = output.find(({ fileName }) => /inter-latin-wght-normal.*\.woff2$/.test(fileName));
  return {
    script: `/${entry.fileName}`,
    imports: entry.imports.map((name) => `/${name}`),
    font: font ? `/${font.fileName}` : null,
    fontStyles: styles.map((file) => (file.type === 'asset' ? String(file.source) : '')).join(''),
  };
}

/** Builds and loads the renderer. Writes the pictures that it uses to the scripts' folder. */
async function buildRenderer(mode: string, outDir: string): Promise<Renderer> {
  const output = await outputOf({
    ...shared(mode),
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'src/site/render.tsx'),
      ssrEmitAssets: true,
      write: false,
      minify: false,
      // In one file, because it is deleted before it could load another.
      rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
    },
  });
  const dir = mkdtempSync(join(tmpdir(), 'farwatch-pages-'));
  try {
    for (const file of output) {
      if (file.type === 'chunk') write(join(dir, file.fileName), file.code);
      else if (/\.(webp|svg|png)$/.test(file.fileName)) write(join(outDir, file.fileName), file.source);
    }
    const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
    if (!entry) throw new Error('The public pages have no renderer.');
    return (await import(pathToFileURL(join(dir, entry.fileName)).href)) as Renderer;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function outputOf(config: InlineConfig): Promise<Output> {
  const result = await build(config);
  if (Array.isArray(result) || !('output' in result)) throw new Error('Expected one build.');
  return result.output;
}

function write(file: string, content: string | Uint8Array) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
