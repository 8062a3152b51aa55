import { isMask } from '@farwatch/core/values/channels/secret';
import { type CheckOptions, checkOptionsInputSchema, optionsOfType } from '@farwatch/core/values/check-options';
import { CHECK_LIMITS } from '@farwatch/core/values/common-check-options';
import { SECOND_MS } from '@farwatch/core/values/time';
import {
  type CheckProblem,
  type CheckProblems,
  filledHeaders,
  type HeaderDraft,
  headerDraftsOf,
  headerProblems,
} from '../check-draft.ts';
import { durationText, parseDuration } from './duration-text.ts';
import { FIELD_KINDS, type FieldKind, type PlainType, type TextFieldName, TYPE_PARTS } from './type-parts.ts';

/** The options of a check as its fields have them: as text, a flag as `true` or nothing; headers as rows. */
export type TypeDraft = Partial<Record<TextFieldName, string>> & { headers?: HeaderDraft[] };

/** The fields of a type's options; null for the defaults. */
export function typeDraftOf(type: PlainType, check: CheckOptions | null): TypeDraft {
  const values: Readonly<Record<string, unknown>> = check ?? {};
  const draft: TypeDraft = Object.fromEntries(textFields(type).map((name) => [name, textOf(name, values[name])]));
  // A cron expression takes the place of the period.
  if (draft.cron) return { ...draft, periodSec: '' };
  const headers = optionsOfType(check, 'ws')?.headers ?? [];
  return type === 'ws' ? { ...draft, headers: headerDraftsOf(headers) } : draft;
}

function textFields(type: PlainType): TextFieldName[] {
  return TYPE_PARTS[type].filter((name) => name !== 'headers');
}

function textOf(name: TextFieldName, value: unknown): string {
  const field: FieldKind = FIELD_KINDS[name];
  if (field.kind === 'seconds') return String(Number(value ?? CHECK_LIMITS.timeoutMs.default) / SECOND_MS);
  if (field.kind === 'duration') return durationText(Number(value ?? field.defaultSec));
  if (value === undefined) return field.kind === 'choice' ? (field.options[0] ?? '') : '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

export type ParsedOptions =
  | { check: CheckOptions | null; problems?: never }
  | { check?: never; problems: CheckProblems };

/**
 * Returns the options of the fields as the API would store them. `areSecretsKnown` is true if masks stand for stored
 * secrets.
 */
export function parseTypeDraft(type: PlainType, draft: TypeDraft, areSecretsKnown: boolean): ParsedOptions {
  const headers = filledHeaders(draft.headers ?? []);
  const options = textFields(type).flatMap((name) => {
    if (name === 'periodSec' && draft.cron?.trim()) return [];
    const value = optionOf(FIELD_KINDS[name], draft[name] ?? '');
    return value === undefined ? [] : [[name, value] as const];
  });
  const parsed = checkOptionsInputSchema.safeParse({
    type,
    ...Object.fromEntries(options),
    ...(headers.length > 0 && { headers: headers.map(({ key: _, ...header }) => header) }),
  });
  const problems = new Map<string, CheckProblem>();
  for (const { path } of parsed.error?.issues ?? []) {
    const [first = '', row, part = ''] = path.map(String);
    const field = first === 'headers' && row !== undefined ? `headers.${headers[Number(row)]?.key}.${part}` : first;
    problems.set(field, field === '' ? 'size' : 'invalid');
  }
  for (const [field, problem] of headerProblems(headers, areSecretsKnown)) problems.set(field, problem);
  // The form shows one of them.
  if (type === 'heartbeat' && !draft.periodSec?.trim() && !draft.cron?.trim())
    for (const name of ['periodSec', 'cron']) problems.set(name, 'missing');
  for (const name of textFields(type)) {
    if (!areSecretsKnown && FIELD_KINDS[name].kind === 'secret' && isMask(draft[name] ?? ''))
      problems.set(name, 'secret');
  }
  return problems.size === 0 && parsed.success ? { check: parsed.data } : { problems };
}

/** Parses the option of a field: undefined if it is empty, NaN if it is not a number. */
function optionOf(field: FieldKind, text: string): unknown {
  if (field.kind === 'seconds') return text.trim() === '' ? Number.NaN : Math.round(Number(text) * SECOND_MS);
  if (text.trim() === '') return undefined;
  if (field.kind === 'flag') return text === 'true';
  if (field.kind === 'duration') return parseDuration(text);
  if (field.kind === 'number' || (field.kind === 'choice' && field.isNumber)) return Number(text);
  if (field.kind !== 'lines') return text;
  return text.split('\n').flatMap((line) => line.trim() || []);
}
