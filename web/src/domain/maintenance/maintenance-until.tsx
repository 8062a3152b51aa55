import { chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { exactTime, untilTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { StatusShape } from '../status/status.tsx';

/** 'Maintenance until 04:00', with the exact time on hover. Times in epoch ms. */
export function MaintenanceUntil({ endsAt, nowMs }: { endsAt: number; nowMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" maxW="full" textStyle="xs" fontWeight="normal">
      <StatusShape look="maintenance" size={10} />
      <chakra.span truncate color="text.muted" title={exactTime(endsAt, language)}>
        {t('inMaintenance.until', { time: untilTime(endsAt, nowMs, language) })}
      </chakra.span>
    </Flex>
  );
}
