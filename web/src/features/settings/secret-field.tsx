import { isMask } from '@farwatch/core/values/channels/secret';
import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/form/text-field.tsx';

type Props = Omit<ComponentProps<typeof PasswordField>, 'value' | 'onChange'> & {
  /** Once stored, its mask. */
  value: string;
  onChange: (value: string) => void;
};

/** A secret: hidden, and once stored shown only as a mask, which is selected on focus and which typing replaces. */
export function SecretField({ value, onChange, ...field }: Props) {
  return (
    <PasswordField
      {...field}
      // With any other value, browsers fill in a saved password.
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onFocus={(event) => isMask(value) && event.currentTarget.select()}
      onChange={(event) => onChange(editSecret(value, event.currentTarget.value))}
    />
  );
}

const HIDDEN = '•';

/** Whether only the visible end of the mask remains; a single character is the start of a new secret. */
const isMaskEnd = (mask: string, input: string) => input.length > 1 && mask.endsWith(input);

/**
 * The secret after an edit of `shown`. The mask of a stored secret cannot be edited: characters typed into it start a
 * new secret, deleting from it clears the secret, and text that replaces all of it is the new secret.
 */
export function editSecret(shown: string, input: string): string {
  if (!isMask(shown)) return input;
  if (!input.includes(HIDDEN) && !isMaskEnd(shown, input)) return input;
  let start = 0;
  while (start < shown.length && shown[start] === input[start]) start += 1;
  let end = 0;
  while (end < shown.length - start && shown.at(-1 - end) === input.at(-1 - end)) end += 1;
  return input.slice(start, Math.max(start, input.length - end));
}
