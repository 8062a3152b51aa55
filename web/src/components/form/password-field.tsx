import { IconButton } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'end' | 'type'> & {
  /** The label of its show button, for secrets other than passwords. */
  toggle?: { show: string; hide: string };
};

/** A password field with a button that shows its content. */
export function PasswordField({ toggle, ...props }: Props) {
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
