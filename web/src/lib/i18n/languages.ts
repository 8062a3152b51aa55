import { languageOf, ownDigits } from '@farwatch/core/values/languages';

/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** Values of texts that are counts or durations. Names, measured values, codes and percentages are never changed. */
const COUNTED = new Set(
  'allowed by capacity chosen count days documents done duration failures grace interval left max number over period position row seconds shown time total used'.split(
    ' ',
  ),
);
/** A number, or a duration of one or two units in the language's own script. */
const COUNT = /^[\d,]+$|^\d+ ?\P{Script=Latin}+$/u;

export const INTERPOLATION = { escapeValue: false, alwaysFormat: true };

/** How values are written into texts: numbers and durations in sentences have the language's own digits. */
export const DIGITS = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format: unknown, language?: string, options?: { interpolationkey?: string }) {
    const isCounted = COUNTED.has(options?.interpolationkey ?? '') && COUNT.test(String(value));
    return isCounted ? ownDigits(languageOf(language ?? ''), String(value)) : value;
  },
};
