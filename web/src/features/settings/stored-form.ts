import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';

const keep = (typed: boolean) => ({ keepDirtyValues: typed, keepErrors: typed, keepIsSubmitted: typed });

/** How a form takes in stored changes: around what was typed, and the messages about that. */
export const AROUND_TYPED = keep(true);

/** How it goes back to what is stored. */
export const DISCARDING = keep(false);

/**
 * Remembers the fields' values when they are sent. Call it with what was stored, or nothing if saving failed: the
 * fields then show that and are no longer edits, except those changed meanwhile.
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
