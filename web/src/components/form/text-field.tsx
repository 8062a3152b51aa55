import { Box, Field, Input, type InputProps } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';

type Props = InputProps & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Shown inside the field, at its right. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A labelled text field with its hint and error below. */
export function TextField({ label, error, hint, end, ...input }: Props) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <Field.Label>{label}</Field.Label>
      <Box position="relative" width="full">
        <Input {...(end ? { pe: '12' } : {})} {...input} />
        {end}
      </Box>
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}
