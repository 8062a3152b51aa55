import { join } from 'node:path';
import type { Plugin } from 'vite';

const STUB = join(import.meta.dirname, 'unused-parts.ts');

const BEHIND_REACTFIRE = /^firebase\/(database|firestore|functions|remote-config|storage)$/;

const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
const ZOD_SCHEMAS = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const SCREENS = /[\\/]web[\\/]src[\\/]routes\.ts$/;
const BUDGET = /^ +kib: \d+,$/gm;
const TO_JSON_SCHEMA = /^ +inst\._zod\.processJSONSchema = .*;$/gm;

/**
 * Leaves out code that packages import and the app never calls: the Firebase products behind reactfire's hooks (only
 * its providers are used), the regular expressions of Firestore pipelines, and zod's JSON schemas. Also the screens'
 * budgets, which only the build reads.
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
    transform: {
      filter: { id: [ZOD_SCHEMAS, SCREENS] },
      handler(code, id) {
        if (SCREENS.test(id)) return { code: code.replace(BUDGET, ''), map: null };
        if (!TO_JSON_SCHEMA.test(code)) throw new Error('zod is another one than build/leave-out.ts knows.');
        return { code: code.replace(TO_JSON_SCHEMA, ''), map: null };
      },
    },
  };
}
