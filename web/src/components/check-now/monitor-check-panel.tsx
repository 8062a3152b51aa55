import { Box, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../status/status-label.tsx';
import { CheckPanel } from './check-panel.tsx';
import type { MonitorProgress } from './monitor-progress.ts';
import type { MonitorCheck } from './use-monitor-check.ts';

/** The progress of checking all endpoints of a monitor. */
export function MonitorCheckPanel({ check: { check, progressOf } }: { check: MonitorCheck }) {
  const { t } = useTranslation();
  return (
    <CheckPanel check={check} nobody={t('checkNow.nobodyMonitor')}>
      {(asked, missing) => <Progress progress={progressOf(asked, missing)} missing={missing} />}
    </CheckPanel>
  );
}

function Progress({
  progress: { checked, total, up, partial, down, failing, recovering },
  missing,
}: {
  progress: MonitorProgress;
  missing: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex wrap="wrap" columnGap="5" rowGap="1">
        <Text as="span">{t('checkNow.progress', { checked, total })}</Text>
        {up > 0 && <StatusLabel look="up" text={t('checkNow.up', { count: up })} />}
        {partial > 0 && <StatusLabel look="partial" text={t('checkNow.partial', { count: partial })} />}
        {down > 0 && <StatusLabel look="down" text={t('checkNow.down', { count: down })} />}
        {failing > 0 && <StatusLabel look="pending" text={t('checkNow.failing', { count: failing })} />}
        {recovering > 0 && <StatusLabel look="pending" text={t('checkNow.recovering', { count: recovering })} />}
      </Flex>
      <Box h="1.5" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
        <Box
          h="full"
          borderRadius="full"
          bg="accent.solid"
          transition="width 150ms"
          style={{ width: `${total === 0 ? 0 : (checked / total) * 100}%` }}
        />
      </Box>
      {missing && checked < total && (
        <Text color="text.muted">{t('checkNow.missing', { count: total - checked })}</Text>
      )}
    </Flex>
  );
}
