import { chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { exactTime, untilTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { StatusShape } from '../status/status.tsx';

/** 'Paused until 14:00', with the exact time on hover; only 'Paused' without an end. Times in epoch ms. */
export function PausedUntil({ untilMs, nowMs }: { untilMs: number | null; nowMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" maxW="full" textStyle="xs" fontWeight="normal">
      <StatusShape look="paused" size={10} />
      <chakra.span truncate color="text.muted" title={untilMs === null ? undefined : exactTime(untilMs, language)}>
        {untilMs === null ? t('status.paused') : t('paused.until', { time: untilTime(untilMs, nowMs, language) })}
      </chakra.span>
    </Flex>
  );
}
