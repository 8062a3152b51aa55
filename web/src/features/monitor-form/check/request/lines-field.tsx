import { Field, Textarea } from '@chakra-ui/react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint?: string | undefined;
  autoFocus?: boolean;
};

/** A field of several lines of code or data. */
export function LinesField({ label, value, onChange, error, hint, autoFocus = false }: Props) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Textarea
        rows={3}
        autoresize
        maxH="60"
        fontFamily="mono"
        spellCheck={false}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}
