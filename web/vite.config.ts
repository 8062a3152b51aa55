import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { agentConfigPlugin } from './build/agent-config.ts';
import { agentFilesPlugin } from './build/agent-files.ts';
import { checkBudgetsPlugin } from './build/check-budgets.ts';
import { chunkGroups } from './build/chunks.ts';
import { parseEnv, publicOrigin } from './build/env.ts';
import { fileSchemaPlugin } from './build/file-schema.ts';
import { leaveOutPlugin } from './build/leave-out.ts';
import { lineBreaksPlugin } from './build/line-breaks.ts';
import { loadAheadPlugin } from './build/load-ahead.ts';
import { publicPagesPlugin } from './build/public-pages.ts';
import { serviceWorkerPlugin } from './build/service-worker.ts';
import { smallFontPlugin } from './build/small-font.ts';

const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production');

export default defineConfig(({ mode }) => {
  const env = parseEnv(loadEnv(mode, import.meta.dirname, 'VITE_'));
  return {
    root: import.meta.dirname,
    resolve: {
      alias: [
        { find: /^zod$/, replacement: join(import.meta.dirname, 'build/zod-without-eval.ts') },
        // Its exports always resolve to the development build.
        { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
      ],
    },
    plugins: [
      leaveOutPlugin(),
      lineBreaksPlugin(),
      react(),
      agentConfigPlugin(env),
      agentFilesPlugin(),
      fileSchemaPlugin(),
      loadAheadPlugin(env),
      smallFontPlugin(),
      publicPagesPlugin(publicOrigin(env)),
      serviceWorkerPlugin(env.VITE_SERVICE_WORKER === 'on'),
      checkBudgetsPlugin(),
    ],
    // `npm run dev`: the app from its sources, everything else from `npm start`.
    server: {
      port: 5173,
      strictPort: true,
      proxy: {
        '/api': { target: 'http://localhost:5000', changeOrigin: true },
        '/payment/': { target: 'http://localhost:5000', changeOrigin: true },
        '/status/': { target: 'http://localhost:5000', changeOrigin: true },
        '/badge/': { target: 'http://localhost:5000', changeOrigin: true },
      },
    },
    build: {
      target: 'es2022',
      outDir: 'dist',
      modulePreload: { polyfill: false },
      emptyOutDir: true,
      rolldownOptions: {
        input: 'app.html',
        // Chakra's theme module puts all recipes into one object, which would keep them all.
        treeshake: { manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe'] },
        // A constant that is used several times stays one: the list of public suffixes is a text of 40 KB.
        optimization: { inlineConst: false },
        output: { codeSplitting: { groups: chunkGroups } },
      },
    },
  };
});
