import { useEffect } from 'react';
import { type FieldPath, type FieldValues, get, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';

/** A form for stored values that takes over changes to these without losing edits; reports whether it has any. */
export function useStoredForm<Values extends FieldValues, Input>(
  stored: NoInfer<Values>,
  resolver: Resolver<Values, unknown, Input>,
  onDirty: (dirty: boolean) => void,
) {
  const form = useForm({ values: stored, resetOptions: KEEP_EDITS, resolver });
  const { isDirty } = form.formState;

  // A field whose stored value now equals the entered one is no longer an edit.
  useEffect(() => form.resetDefaultValues(stored), [form, stored]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  return { form, isDirty, discard: () => form.reset(stored, DISCARD_EDITS) };
}

/** Reset options that keep the edits and their error messages. */
export const KEEP_EDITS = { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true };

export const DISCARD_EDITS = { keepDirtyValues: false, keepErrors: false, keepIsSubmitted: false };

/**
 * Captures the values that are being sent. Call the returned function with the stored result, or without it if saving
 * failed: the fields then show the stored values and are no longer edits, except those changed since.
 */
export function captureSent<Values extends FieldValues>(
  { getValues, resetField }: Pick<UseFormReturn<Values>, 'getValues' | 'resetField'>,
  names: readonly FieldPath<Values>[],
): (stored?: Values) => void {
  const sent = names.map((name) => getValues(name));
  return (stored) => {
    names.forEach((name, index) => {
      if (getValues(name) === sent[index]) resetField(name, stored ? { defaultValue: get(stored, name) } : {});
    });
  };
}
