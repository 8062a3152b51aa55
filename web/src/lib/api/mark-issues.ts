import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiFailure, type Issue } from './failure.ts';

/** Fields of a form for paths of a request, where they have other names, and the messages that they show. */
export type FieldNames = Readonly<Record<string, { field: string; message?: string }>>;

/** Returns which fields of a form the issues of a request are about: each by the longest part of its path that is named, or is one. */
export function issuesByField(
  issues: readonly Issue[],
  values: FieldValues,
  names: FieldNames = {},
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const parts = path.split('.');
    const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
    const named = prefixes.find((each) => Object.hasOwn(names, each));
    const prefix = named ?? prefixes.find((each) => valueAt(values, each) !== undefined);
    const { field = prefix, message: shown = message } = (prefix !== undefined && names[prefix]) || {};
    if (field !== undefined && !found.has(field)) found.set(field, shown);
  }
  return found;
}

/** Returns the fields of these values that a failed call does not accept, for forms that keep their own values. */
export function refusedFields(failure: unknown, values: FieldValues): ReadonlySet<string> {
  return new Set(issuesByField(failure instanceof ApiFailure ? failure.issues : [], values).keys());
}

/** The value of a form at a path such as `steps.0.delay`; undefined if there is none. */
function valueAt(values: FieldValues, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at == null ? undefined : Reflect.get(Object(at), key)), values);
}

/** Marks the fields of a form that a failed call does not accept, and moves the focus to the first. */
export function markIssues<Values extends FieldValues, Parsed>(
  { getValues, setError }: Pick<UseFormReturn<Values, unknown, Parsed>, 'getValues' | 'setError'>,
  failure: unknown,
  names?: FieldNames,
): void {
  const issues = failure instanceof ApiFailure ? failure.issues : [];
  const fields = [...issuesByField(issues, getValues(), names)];
  for (const [index, [field, message]] of fields.entries()) {
    // Safe: the fields are those of the form's values.
    setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}

/** Marks the fields of a form once for each failure of its save (use-saving.ts). `names` must not change. */
export function useMarkedIssues<Values extends FieldValues, Parsed>(
  { getValues, setError }: Pick<UseFormReturn<Values, unknown, Parsed>, 'getValues' | 'setError'>,
  failure: unknown,
  names?: FieldNames,
): void {
  useEffect(() => markIssues({ getValues, setError }, failure, names), [getValues, setError, failure, names]);
}
