import { join } from 'node:path';
import type { Plugin } from 'vite';

const STUB = join(import.meta.dirname, 'unused-parts.ts');
const BEHIND_REACTFIRE = /^firebase\/(database|firestore|functions|remote-config|storage)$/;

const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * Leaves out code that packages import and the app never calls, a fifth of the first load: the Firebase products behind
 * reactfire's hooks (only its providers and auth state are used), the regular expressions of Firestore pipelines, and
 * zod's JSON schemas.
 */
export function leaveOutPlugin(): Plugin {
  return {
    name: 'farwatch-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 're2js') return STUB;
      if (source.endsWith('/to-json-schema.js') && OF_ZOD.test(importer)) return STUB;
      const fromReactfire = /[\\/]node_modules[\\/]reactfire[\\/]/.test(importer);
      return fromReactfire && BEHIND_REACTFIRE.test(source) ? STUB : null;
    },
  };
}
