import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../../components/form/text-field.tsx';
import { typedToken } from './telegram-draft.ts';

type Props = {
  value: string;
  /** The mask of the stored token; empty for none. */
  mask: string;
  error: string | undefined;
  onChange: (token: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** The bot token: hidden, and once stored shown only as its mask, which typing replaces. */
export function TokenField({ value, mask, error, onChange, ref }: Props) {
  const { t } = useTranslation();
  const kept = mask !== '' && value === mask;
  return (
    <PasswordField
      ref={ref}
      label={t('notifications.token')}
      hint={kept ? t('notifications.tokenKept', { mask }) : t('notifications.tokenHint')}
      toggle={{ show: t('notifications.showToken'), hide: t('notifications.hideToken') }}
      error={error}
      // Browsers fill a saved password into any other kind of hidden field.
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onFocus={(event) => kept && event.currentTarget.select()}
      onChange={(event) => onChange(typedToken(value, event.currentTarget.value, mask))}
    />
  );
}
