import { languageOf, ownDigits } from '@farwatch/core/values/languages';
import type { FormatterModule } from 'i18next';

/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** Values of texts that are counts or durations. Names, measured values, codes and percentages are never changed. */
const COUNTED = new Set([
  ...['after', 'allowed', 'by', 'capacity', 'checked', 'chosen', 'count', 'counting', 'current', 'days'],
  ...['documents', 'done', 'down', 'downtime', 'duration', 'failed', 'failures', 'grace', 'interval', 'left'],
  ...['length', 'max', 'mean', 'minutes', 'never', 'number', 'over', 'period', 'position', 'row', 'seconds'],
  ...['shown', 'success', 'time', 'total', 'up', 'used'],
]);
/** A number, or a duration of one or two units in the language's own script. */
const COUNT = /^[\d,]+$|^\d+ ?\P{Script=Latin}+$/u;

/** Among a text's values, for one in a table, where all digits are Latin. */
export const IN_TABLE = { isInTable: true };

/** How texts are filled. Every value goes through `OWN_DIGITS`. */
export const INTERPOLATION = { escapeValue: false, alwaysFormat: true };

/**
 * Writes counts and durations with the language's own digits, but for texts in tables, which pass `IN_TABLE`. i18next
 * uses it with `use`.
 */
export const OWN_DIGITS: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, _format, language, options) {
    const isCounted =
      !options?.isInTable && COUNTED.has(String(options?.interpolationkey)) && COUNT.test(String(value));
    return isCounted ? ownDigits(languageOf(language ?? ''), String(value)) : (value as string);
  },
};
