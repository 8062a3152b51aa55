import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';

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
