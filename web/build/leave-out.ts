import { join } from 'node:path';
import type { Plugin } from 'vite';

const STUB = join(import.meta.dirname, 'unused-parts.ts');

const BEHIND_REACTFIRE = /^firebase\/(database|firestore|functions|remote-config|storage)$/;

const REACTFIRE = /[\\/]node_modules[\\/]reactfire[\\/]/;
/** What RxJS, which reactfire has a copy of, makes at once: its classes and what it reads of them. */
const MADE_AT_ONCE = /((?:\bvar|,) \w+ = )(\(?function\(|me\(|new (?=A\(|\()|lt\(|X\()/g;
const READ_AT_ONCE = /\b_e = S\.EMPTY\b/;

const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
const ZOD_SCHEMAS = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const CHAKRA = /[\\/]node_modules[\\/]@chakra-ui[\\/]/;
const UNUSED_RECIPE = /[\\/]recipes[\\/]menu\.js$/;
const SCREENS = /[\\/]web[\\/]src[\\/]routes\.ts$/;
const BUDGET = /^ +kib: \d+,$/gm;
const TO_JSON_SCHEMA = /^ +inst\._zod\.processJSONSchema = .*;$/gm;

/** Marks what is made at once as free of effects, so that what nobody uses is left out. */
function withoutRxJs(code: string): string {
  if (!READ_AT_ONCE.test(code)) throw new Error('reactfire is another one than build/leave-out.ts knows.');
  return code
    .replace(MADE_AT_ONCE, '$1/* @__PURE__ */ $2')
    .replace(READ_AT_ONCE, '_e = /* @__PURE__ */ (() => S.EMPTY)()');
}

/**
 * Leaves out code that packages import and the app never calls: the Firebase products and RxJS behind reactfire's hooks
 * (only its providers are used), the regular expressions of Firestore pipelines, zod's JSON schemas, Chakra's recipe of
 * menus, and what Emotion needs for `withTheme`. Also the screens' budgets, which only the build reads.
 */
export function leaveOutPlugin(): Plugin {
  return {
    name: 'farwatch-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 're2js' || source === 'hoist-non-react-statics') return STUB;
      if (UNUSED_RECIPE.test(source) && CHAKRA.test(importer)) return STUB;
      if (source.endsWith('/to-json-schema.js') && OF_ZOD.test(importer)) return STUB;
      return REACTFIRE.test(importer) && BEHIND_REACTFIRE.test(source) ? STUB : null;
    },
    transform: {
      filter: { id: [ZOD_SCHEMAS, SCREENS, REACTFIRE] },
      handler(code, id) {
        if (REACTFIRE.test(id)) return { code: withoutRxJs(code), map: null };
        if (SCREENS.test(id)) return { code: code.replace(BUDGET, ''), map: null };
        if (!TO_JSON_SCHEMA.test(code)) throw new Error('zod is another one than build/leave-out.ts knows.');
        return { code: code.replace(TO_JSON_SCHEMA, ''), map: null };
      },
    },
  };
}
