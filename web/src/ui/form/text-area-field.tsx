import { Field, Text, Textarea, type TextareaProps } from '@chakra-ui/react';
import type { Ref } from 'react';

type Props = TextareaProps & {
  label: string;
  optional: string;
  error: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
};

/** A labelled text field of several lines, marked as optional. */
export function TextAreaField({ label, optional, error, ...textarea }: Props) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator
          fallback={
            <Text as="span" color="text.muted" fontWeight="normal">
              {optional}
            </Text>
          }
        />
      </Field.Label>
      <Textarea rows={2} autoresize {...textarea} />
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}
