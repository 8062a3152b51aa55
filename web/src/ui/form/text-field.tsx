import { Box, Field, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = InputProps & {
  label: string;
  error?: string | undefined;
  /** Marked without an error of its own: what is wrong is said above. */
  isInvalid?: boolean | undefined;
  hint?: string;
  /** Shown inside the field, at its right. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A labelled text field with its hint and error below. */
export function TextField({ label, error, isInvalid = false, hint, end, ...input }: Props) {
  return (
    <Field.Root invalid={isInvalid || Boolean(error)}>
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

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'end' | 'type'> & {
  /** The label of its show button, for secrets other than passwords. */
  toggle?: { show: string; hide: string };
};

/** A password field with a button that shows its content. */
export function PasswordField({ toggle, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  const { show, hide } = toggle ?? { show: t('login.showPassword'), hide: t('login.hidePassword') };
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          type="button"
          variant="plain"
          color="text.muted"
          position="absolute"
          insetEnd="0"
          top="0"
          h="100%"
          minW="11"
          aria-label={shown ? hide : show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  );
}
