import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { agentConfigPlugin } from './build/agent-config.ts';
import { parseEnv } from './build/env.ts';
import { preloadFontPlugin } from './build/preload-font.ts';

/** Firebase products that reactfire imports and Farwatch does not use: dropped unless something asks for them. */
const UNUSED = /[\\/]@firebase[\\/](database|functions|remote-config|storage|installations)[\\/]/;

export default defineConfig(({ mode }) => {
  const env = parseEnv(loadEnv(mode, import.meta.dirname, 'VITE_'));
  return {
    root: import.meta.dirname,
    plugins: [react(), agentConfigPlugin(env), preloadFontPlugin()],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      chunkSizeWarningLimit: 700,
      rolldownOptions: { treeshake: { moduleSideEffects: (id: string) => !UNUSED.test(id) } },
    },
  };
});
