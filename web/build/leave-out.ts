import { join } from 'node:path';
import type { Plugin } from 'vite';

const STAND_IN = join(import.meta.dirname, 'unused-parts.ts');
const BEHIND_REACTFIRE = /^firebase\/(database|firestore|functions|remote-config|storage)$/;

const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * Leaves out what packages import and the app never calls, a fifth of the first load: the products behind reactfire's
 * hooks (of which only providers and the auth state are used), the regular expressions that Firestore evaluates for
 * pipelines, and zod's making of JSON schemas.
 */
export function leaveOutPlugin(): Plugin {
  return {
    name: 'farwatch-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 're2js') return STAND_IN;
      if (source.endsWith('/to-json-schema.js') && OF_ZOD.test(importer)) return STAND_IN;
      const fromReactfire = /[\\/]node_modules[\\/]reactfire[\\/]/.test(importer);
      return fromReactfire && BEHIND_REACTFIRE.test(source) ? STAND_IN : null;
    },
  };
}
