import { useEffect } from 'react';
import { type FieldPath, type FieldValues, get, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';

/**
 * A form over stored values, which takes over stored changes without losing typed text. `onDirty` is told whether there
 * is anything to save.
 */
export function useStoredForm<Values extends FieldValues, Input>(
  stored: NoInfer<Values>,
  resolver: Resolver<Values, unknown, Input>,
  onDirty: (dirty: boolean) => void,
) {
  const form = useForm({ values: stored, resetOptions: AROUND_TYPED, resolver });
  const { isDirty } = form.formState;

  // The stored value may now equal the typed one, which then is no edit any more.
  useEffect(() => form.resetDefaultValues(stored), [form, stored]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  return { form, isDirty, discard: () => form.reset(stored, DISCARDING) };
}

const keep = (typed: boolean) => ({ keepDirtyValues: typed, keepErrors: typed, keepIsSubmitted: typed });

/** How a form takes over stored changes without losing typed text, and the messages about that. */
export const AROUND_TYPED = keep(true);

/** Resets the form to the stored values. */
export const DISCARDING = keep(false);

/**
 * Remembers the fields' values when they are sent. Call it with the stored result, or with nothing if saving failed:
 * the fields then show that and are no longer edits, except those changed since.
 */
export function sending<Values extends FieldValues>(
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
