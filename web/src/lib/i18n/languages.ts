import { languageOf, ownDigits } from '@farwatch/core/values/languages';
import type { FormatterModule } from 'i18next';

/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** Values of texts that are counts or durations, even if they come as text. Names are never changed. */
const COUNTED = new Set(['by', 'duration', 'grace', 'interval', 'number', 'period', 'time']);
/** Numbers that people compare with what a server or a manual says. */
const CODES = new Set(['code', 'port', 'status', 'statusCode']);
/** A duration has one or two units, in the language's own script. */
const DURATION = /^[\d,]+$|^\d+ ?\P{Script=Latin}+$/u;

/** How texts are filled. Every value goes through `OWN_DIGITS`. */
export const INTERPOLATION = { escapeValue: false, alwaysFormat: true };

/** Writes numbers and durations in sentences with the language's own digits. i18next uses it with `use`. */
export const OWN_DIGITS: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, _format, language, options) {
    const key = String(options?.interpolationkey ?? '');
    const isCounted =
      typeof value === 'number'
        ? !CODES.has(key)
        : typeof value === 'string' && COUNTED.has(key) && DURATION.test(value);
    return isCounted ? ownDigits(languageOf(language ?? ''), value as number | string) : (value as string);
  },
};
