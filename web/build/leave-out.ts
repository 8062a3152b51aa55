import { join } from 'node:path';
import type { Plugin } from 'vite';

const STUB = join(import.meta.dirname, 'unused-parts.ts');

const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
const ZOD_SCHEMAS = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const TO_JSON_SCHEMA = /^ +inst\._zod\.processJSONSchema = .*;$/gm;

/**
 * Leaves out code that packages import and the app never calls: the regular expressions of Firestore pipelines, and
 * zod's JSON schemas.
 */
export function leaveOutPlugin(): Plugin {
  return {
    name: 'farwatch-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 're2js') return STUB;
      if (source.endsWith('/to-json-schema.js') && OF_ZOD.test(importer)) return STUB;
      return null;
    },
    transform: {
      filter: { id: ZOD_SCHEMAS },
      handler(code) {
        if (!TO_JSON_SCHEMA.test(code)) throw new Error('zod is another one than build/leave-out.ts knows.');
        return { code: code.replace(TO_JSON_SCHEMA, ''), map: null };
      },
    },
  };
}
