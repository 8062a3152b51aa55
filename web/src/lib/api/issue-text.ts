import { languageOf } from '@farwatch/core/values/languages';
import i18n from 'i18next';
import type issuesEn from '../../locales/issues-en.json';
import { loadTextPart } from '../i18n/i18n.ts';
import { ApiFailure, type Issue } from './failure.ts';

type Kind = keyof typeof issuesEn.issues;

/** The values that a text may name. */
type Values = Record<'most' | 'least' | 'values' | 'message', string>;
type Kinds = readonly (readonly [RegExp, Kind])[];

/** What Zod's messages begin with or contain, by kind of issue; a group fills the value of its name. */
const ZOD_KINDS: Kinds = [
  [/^Too big: expected string to have <=?(?<most>\d+) char/, 'tooLong'],
  [/^Too small: expected string to have >=?1 char/, 'empty'],
  [/^Too small: expected string to have >=?(?<least>\d+) char/, 'tooShort'],
  [/^Too big: expected \w+ to have <=?(?<most>\d+) /, 'tooMany'],
  [/^Too small: expected \w+ to have >=?1 /, 'noneChosen'],
  [/^Too small: expected \w+ to have >=?(?<least>\d+) /, 'tooFew'],
  [/^Too big: expected \w+ to be <=(?<most>\S+)/, 'atMost'],
  [/^Too big: expected \w+ to be <(?<most>\S+)/, 'below'],
  [/^Too small: expected \w+ to be >=(?<least>\S+)/, 'atLeast'],
  [/^Too small: expected \w+ to be >(?<least>\S+)/, 'above'],
  [/received undefined$/, 'missing'],
  [/^Invalid option: expected (?:one of )?(?<values>.+)$/, 'oneOf'],
  [/^Invalid URL/, 'url'],
  [/^Invalid email/, 'email'],
  [/^Invalid (?:number: must be a multiple of|key in|element in)|^Invalid (?!input)/, 'form'],
  [/^Invalid input/, 'wrongType'],
  [/^Unrecognized key|^no such field$/, 'noField'],
];

/** The same of Farwatch's own messages, which in English say more. */
const OWN_KINDS: Kinds = [
  [/^more than (?<most>\d+) |^more than \d+ in all$/, 'tooMany'],
  [/twice$|same (?:name|URL)$|has this name$|has this project and key$/, 'repeated'],
  [/circle$/, 'circle'],
  [/not a person of the account$/, 'nobody'],
  [/entered again$|unknown secret$|^is not known$/, 'enterAgain'],
  [
    / in the future$|^in the future$|more than a year|too far ahead|^at most \d+ days|more than \d+ days|^is hour for/,
    'span',
  ],
  [/ in the past$|^is not after|^must be after|^not later than|^is before|^never ends$/, 'order'],
  [/ends? |pause/, 'span'],
  [/control characters$|characters that headers|no visible character$|colon/, 'characters'],
  [/^over |^too much|the largest of the checks$/, 'tooLarge'],
  [/^too complex/, 'tooComplex'],
  [/^is reserved$/, 'reserved'],
  [/set by Farwatch/, 'byFarwatch'],
  [/^repeats too often/, 'tooOften'],
  [/^needed with|^either |^nothing to change|needs (?:failures|an endpoint)/, 'together'],
  [/^there is no|^no such|^does not exist$|^is no rotation$|^not of this account$/, 'unknown'],
  [
    /^no plan|^is not (?:possible|offered)|^agents do not|has no body$|option of its own$|only for access|own monitor$|^names are registered|^belongs to|user name$|another protocol$/,
    'notHere',
  ],
  [/email address$/, 'email'],
  [/URL|address|host/, 'url'],
  [/^(?:is )?(?:not|no) |^has other characters|^out of range$|^must be/, 'form'],
];

/** Returns the kind of an issue by the server's message; null for one that no kind is known for. */
export function kindOf(message: string, kinds = [...ZOD_KINDS, ...OWN_KINDS]): { kind: Kind; values: Values } | null {
  for (const [pattern, kind] of kinds) {
    const found = pattern.exec(message);
    if (found) return { kind, values: { most: '', least: '', values: '', message, ...found.groups } };
  }
  return null;
}

/** Returns the failure with the messages of its issues in the reader's language. Throws if its texts cannot be loaded. */
export async function inWords(failure: ApiFailure): Promise<ApiFailure> {
  await loadTextPart('issues');
  const { code, serverText, advice, retryAfterSec, current, technical } = failure;
  const issues = failure.issues.map(({ path, message }) => ({ path, message: textOf(message) }));
  return new ApiFailure(code, serverText, advice, retryAfterSec, current, technical, issues);
}

function textOf(message: Issue['message']): string {
  const isEnglish = languageOf(i18n.language) === 'en';
  const found = kindOf(message, isEnglish ? [...ZOD_KINDS] : undefined);
  if (found) return i18n.t(`issues.${found.kind}`, found.values);
  // Such as the host that an operator has blocked: it is the value itself.
  return /\s/.test(message) && !isEnglish ? i18n.t('issues.other', { message }) : message;
}
