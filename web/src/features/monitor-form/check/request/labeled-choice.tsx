import { Field } from '@chakra-ui/react';
import { type ComponentProps, useId } from 'react';
import { Choice } from '../../../../ui/form/choice.tsx';

type Props<Value extends string> = Omit<ComponentProps<typeof Choice<Value>>, 'id' | 'label'> & {
  label: string;
  hint?: string;
};

/** A select field with its label above and its hint below. */
export function LabeledChoice<Value extends string>({ label, hint, ...choice }: Props<Value>) {
  const id = useId();
  return (
    <Field.Root alignItems="stretch">
      <Field.Label htmlFor={id}>{label}</Field.Label>
      <Choice id={id} {...choice} />
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  );
}
