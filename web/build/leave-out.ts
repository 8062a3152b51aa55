import { join } from 'node:path';
import type { Plugin } from 'vite';

const STAND_IN = join(import.meta.dirname, 'unused-parts.ts');
const BEHIND_REACTFIRE = /^firebase\/(database|firestore|functions|remote-config|storage)$/;

/**
 * Leaves out what Firebase's packages import and Farwatch never calls, a fifth of the first load: the products behind
 * reactfire's hooks (of which only providers and the auth state are used), and the regular expressions that Firestore
 * evaluates for pipelines.
 */
export function leaveOutPlugin(): Plugin {
  return {
    name: 'farwatch-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 're2js') return STAND_IN;
      const fromReactfire = /[\\/]node_modules[\\/]reactfire[\\/]/.test(importer);
      return fromReactfire && BEHIND_REACTFIRE.test(source) ? STAND_IN : null;
    },
  };
}
