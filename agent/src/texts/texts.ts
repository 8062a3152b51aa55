import { LANGUAGE_CODES, type Language, matchingLanguage } from '@farwatch/core/values/languages';
import { bn } from './locales/bn.ts';
import { cn } from './locales/cn.ts';
import { type AgentTexts, en } from './locales/en.ts';
import { th } from './locales/th.ts';
import { zhHant } from './locales/zh-Hant.ts';

/** The texts by language: all are in the program, which runs without a server. */
export const AGENT_TEXTS: Record<Language, AgentTexts> = { en, cn, 'zh-Hant': zhHant, th, bn };

let current: Language = 'en';

/** The language of what this process prints for people. */
export function language(): Language {
  return current;
}

/** The texts that this process prints for people. What programs read, and the log, is English. */
export function texts(): AgentTexts {
  return AGENT_TEXTS[current];
}

/** Sets the language of this process. */
export function setLanguage(chosen: Language): void {
  current = chosen;
}

type Environment = Record<string, string | undefined>;

/**
 * Returns the language that a person has set (`FARWATCH_LANG`), else that of the system's locale (POSIX, Environment
 * Variables), else English. Null for a set code that is no language here.
 */
export function languageFrom(env: Environment): Language | null {
  const { FARWATCH_LANG: set } = env;
  if (set) return matchingLanguage(set);
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  const { code = '', encoding = 'utf8' } = /^(?<code>[^.@]*)(?:\.(?<encoding>[^@]*))?/.exec(locale)?.groups ?? {};
  // The output is UTF-8, and the console of Linux has Latin letters only.
  const canShow = /^utf-?8$/i.test(encoding) && env.TERM !== 'linux';
  return (canShow ? matchingLanguage(code) : null) ?? 'en';
}

/** The codes that a person may set. */
export const KNOWN_LANGUAGES = LANGUAGE_CODES.join(', ');
