import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import type { Limits } from './use-form-limits.ts';

type Props = { open: boolean; available: Limits | null; onClose: () => void };

/** Says that the account has all the endpoints it may have. */
export function LimitDialog({ open, available, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <AskDialog open={open} title={t('form.limitTitle')} confirm={t('confirm')} onConfirm={onClose}>
      <Text>{t('form.limitText')}</Text>
      <Text>{t('form.limitHint')}</Text>
      {available && (
        <Text color="text.muted" mt="3">
          {t('form.available', available)}
          {` · ${t('form.availableLeft', { count: Math.max(0, available.max - available.current) })}`}
        </Text>
      )}
    </AskDialog>
  );
}
