import { chakra, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 3 * SECOND_MS;
const LOOKS = { copied: { icon: Check, color: 'status.up' }, failed: { icon: X, color: 'danger' } } as const;

type Outcome = { how: keyof typeof LOOKS; times: number } | null;

/** Copies a text; says for three seconds that it did, or that it could not. `label` says what is copied. */
export function CopyButton({ text, label, ...button }: IconButtonProps & { text: string; label: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const { icon: Icon, color } = outcome === null ? { icon: Copy, color: 'text.muted' } : LOOKS[outcome.how];

  async function copy(near: HTMLElement) {
    const copied = await copyText(text, near);
    setOutcome((last) => ({ how: copied ? 'copied' : 'failed', times: (last?.times ?? 0) + 1 }));
  }

  return (
    <>
      <IconButton
        type="button"
        variant="ghost"
        color={color}
        aria-label={label}
        title={outcome === null ? label : t(`joinAgent.${outcome.how}`)}
        {...button}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
      <chakra.span role="status" srOnly>
        {outcome !== null && t(`joinAgent.${outcome.how}`)}
      </chakra.span>
    </>
  );
}
