import type { TFunction } from 'i18next';
import type { CheckDraft, CheckProblem, CheckProblems } from './check-draft.ts';

/** The properties that all fields of a check have. */
export type CheckFields = {
  draft: CheckDraft;
  change: (change: Partial<CheckDraft>) => void;
  /** Returns the message about a field, by its name in CheckProblems. */
  error: (field: string) => string | undefined;
};

/** The message about each field that has a problem. */
export function fieldErrors(problems: CheckProblems, t: TFunction): (field: string) => string | undefined {
  return (field) => {
    const problem = problems.get(field);
    return problem && problemText(field, problem, t);
  };
}

const INVALID = [
  'body',
  'headerName',
  'headerValue',
  'username',
  'credential',
  'statuses',
  'maxRedirects',
  'timeoutSec',
  'maxResponseMs',
  'certificateSha256',
  'path',
  'value',
] as const;
const NAMES: Readonly<Record<string, (typeof INVALID)[number]>> = { password: 'credential', token: 'credential' };

/** The message about an option of a type other than HTTP, by its name. */
export function optionProblemText(field: string, problem: CheckProblem, t: TFunction): string {
  if (problem !== 'invalid' || field.startsWith('headers.')) return problemText(field, problem, t);
  const known = INVALID_OPTIONS.find((each) => each === field);
  if (known) return t(`check.problems.${known}`);
  return t(field === 'timeoutMs' ? 'check.problems.timeoutSec' : 'check.problems.optionText');
}

const INVALID_OPTIONS = [
  'maxResponseMs',
  'certificateSha256',
  'expected',
  'resolver',
  'periodSec',
  'graceSec',
  'cron',
  'timeZone',
  'subprotocols',
  'origin',
] as const;

function problemText(field: string, problem: CheckProblem, t: TFunction): string {
  if (problem !== 'invalid') return t(`check.problems.${problem}`);
  const [list = '', , name = list] = field.split('.');
  const known = INVALID.find((each) => each === (NAMES[name] ?? name));
  if (name === 'name') return t('check.problems.headerName');
  if (list === 'headers') return t('check.problems.headerValue');
  return t(`check.problems.${known ?? 'value'}`);
}
