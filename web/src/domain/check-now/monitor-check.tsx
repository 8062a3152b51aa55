import { Box, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { metricsInput } from '../../lib/api/queries.ts';
import { useApi } from '../../lib/api/use-api.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { StatusLabel } from '../status/status.tsx';
import { CheckPanel } from './check-panel.tsx';
import type { CheckRequest } from './check-progress.ts';
import { isStable, type MonitorProgress, monitorProgress } from './monitor-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

/** The API caches metrics for three seconds: polling faster would see nothing new. */
const EVERY_MS = 3.1 * SECOND_MS;

type MonitorCheck = { check: CheckNow; progressOf: (request: CheckRequest, isOver: boolean) => MonitorProgress };

/**
 * Checks a monitor's endpoints now. Polls the metrics that the watchlist shows, so its rows change as results arrive.
 */
export function useMonitorCheck({ id, endpoints }: WithId<Monitor>): MonitorCheck {
  const checked = omitPaused(endpoints);
  const input = metricsInput(Object.keys(checked));
  const { data, mutate } = useApi(endpointCalls.metrics, input);
  const check = useCheckNow(
    () => callApi(monitorCalls.test, { params: { id } }),
    EVERY_MS,
    async (request) => {
      // A plain refresh would hide a failure.
      const metrics = input ? await mutate(callApi(endpointCalls.metrics, input), { revalidate: false }) : undefined;
      return isStable(monitorProgress(request, checked, metrics));
    },
  );
  return {
    check: { ...check, isDisabled: input === null },
    progressOf: (request, isOver) => monitorProgress(request, checked, data, isOver),
  };
}

function omitPaused(endpoints: Monitor['endpoints']): Monitor['endpoints'] {
  return Object.fromEntries(Object.entries(endpoints).filter(([, { status }]) => status !== 'paused'));
}

/** The progress of checking all endpoints of a monitor. */
export function MonitorCheckPanel({ check: { check, progressOf } }: { check: MonitorCheck }) {
  const { t } = useTranslation();
  return (
    <CheckPanel check={check} noAgentText={t('checkNow.noAgentForMonitor')}>
      {(request, isIncomplete) => <Progress progress={progressOf(request, isIncomplete)} isIncomplete={isIncomplete} />}
    </CheckPanel>
  );
}

function Progress({
  progress: { checked, total, up, partial, down, failing, recovering },
  isIncomplete,
}: {
  progress: MonitorProgress;
  isIncomplete: boolean;
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
      {isIncomplete && checked < total && (
        <Text color="text.muted">{t('checkNow.missing', { count: total - checked })}</Text>
      )}
    </Flex>
  );
}
