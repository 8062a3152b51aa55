import { chakra, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { Check, Copy, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

const LOOKS = { copied: { icon: Check, color: 'status.up' }, failed: { icon: X, color: 'danger' } } as const;

/** Copies a text, and tells for three seconds whether that worked. `label` names what is copied. */
export function CopyButton({ text, label, ...button }: IconButtonProps & { text: string; label: string }) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(text);
  const { icon: Icon, color } = outcome === null ? { icon: Copy, color: 'text.muted' } : LOOKS[outcome];

  return (
    <>
      <IconButton
        type="button"
        variant="ghost"
        color={color}
        aria-label={label}
        title={outcome === null ? label : t(`joinAgent.${outcome}`)}
        {...button}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
      <chakra.span role="status" srOnly>
        {outcome !== null && t(`joinAgent.${outcome}`)}
      </chakra.span>
    </>
  );
}
