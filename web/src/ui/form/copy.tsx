import { chakra, Field, Flex, IconButton, type IconButtonProps, Input } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  /** Null if there is nothing to copy: the placeholder is shown. */
  text: string | null;
  placeholder: string;
  copyLabel: string;
};

/** A read-only text with a copy button. */
export function CopyField({ label, text, placeholder, copyLabel }: Props) {
  return (
    <Field.Root readOnly>
      <Field.Label>{label}</Field.Label>
      <Flex w="full" position="relative">
        <Input
          value={text ?? placeholder}
          color={text === null ? 'text.muted' : 'text'}
          fontFamily={text === null ? 'body' : 'mono'}
          textOverflow="ellipsis"
          pe={text === null ? '3' : '12'}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => text !== null && event.currentTarget.select()}
        />
        {text !== null && (
          <chakra.span position="absolute" insetEnd="0" top="0" h="full" display="flex" alignItems="center">
            <CopyButton text={text} label={copyLabel} h="full" minW="11" />
          </chakra.span>
        )}
      </Flex>
    </Field.Root>
  );
}

const LOOKS = { copied: { icon: Check, color: 'status.up' }, failed: { icon: X, color: 'danger' } } as const;

/** Copies a text, and shows for three seconds whether that worked. */
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
        title={outcome === null ? label : t(`registerThisAgent.${outcome}`)}
        {...button}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
      <chakra.span role="status" srOnly>
        {outcome !== null && t(`registerThisAgent.${outcome}`)}
      </chakra.span>
    </>
  );
}

const SHOWN_MS = 3 * SECOND_MS;

type Outcome = { how: 'copied' | 'failed'; times: number } | null;

/** Copies a text. `outcome` is set for three seconds, otherwise null. `near` is the pressed element. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(near: HTMLElement) {
    const copied = await copyText(text, near);
    setOutcome((last) => ({ how: copied ? 'copied' : 'failed', times: (last?.times ?? 0) + 1 }));
  }

  return { outcome: outcome?.how ?? null, copy };
}

/**
 * Copies a text and returns whether that worked. If the browser denies access to the clipboard, the text is selected
 * next to `near`, because a dialog keeps the focus inside, and copied with execCommand.
 */
async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near);
  }
}

function copySelected(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  near.before(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  near.focus();
  return copied;
}
