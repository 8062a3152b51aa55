import { useEffect } from 'react';
import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { AROUND_TYPED, DISCARDING } from './stored-form.ts';

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
