import { languageOf, ownDigits } from '@farwatch/core/values/languages';

/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** Values of texts that are counts or durations, even if they come as text. Names are never changed. */
const COUNTED = new Set(['by', 'duration', 'grace', 'interval', 'number', 'period', 'time']);
/** A duration has one or two units, in the language's own script. */
const DURATION = /^[\d,]+$|^\d+ ?\P{Script=Latin}+$/u;

export const INTERPOLATION = { escapeValue: false, alwaysFormat: true };

/** How values are written into texts: numbers and durations in sentences have the language's own digits. */
export const DIGITS = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format: unknown, language?: string, options?: { interpolationkey?: string }) {
    if (typeof value === 'number') return ownDigits(languageOf(language ?? ''), value);
    const isCounted = typeof value === 'string' && COUNTED.has(options?.interpolationkey ?? '') && DURATION.test(value);
    return isCounted ? ownDigits(languageOf(language ?? ''), value) : value;
  },
};
