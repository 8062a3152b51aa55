import { Box, Grid, Text } from '@chakra-ui/react';
import { historyCalls, type UptimeDays } from '@farwatch/core/contracts/api/history';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { continuedUptime } from '@farwatch/core/decisions/history/monitor-range';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { UptimeMetrics } from '@farwatch/core/values/history/range-metrics';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverageText, outagesText, shownUptime } from '../../domain/uptime/outages-text.ts';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { percent } from '../../lib/format/numbers.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { reportPath } from '../../lib/navigation/paths.ts';
import { currentMs, useByNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

/**
 * The monitor's uptime over longer ranges, with a link to its report. They are loaded once an hour; the monitor's document
 * continues them, so that a running outage counts as soon as it starts.
 */
export function UptimeSection({ monitor, nowMs }: { monitor: WithId<Monitor>; nowMs: number }) {
  const { t } = useTranslation();
  const monitorId = monitor.id;
  // Again after each hour, since the start of the ranges moves on, too. The page's clock may be a second behind.
  const [openedMs] = useState(currentMs);
  const loadedMs = useByNow((ms) => openedMs + Math.max(0, Math.floor((ms - openedMs) / HOUR_MS)) * HOUR_MS);
  // The end of the minute, so that a monitor that was just created existed before it.
  const endMs = Math.ceil(loadedMs / MINUTE_MS) * MINUTE_MS;
  const ranges = [
    { days: 7, ...useUptime(monitorId, 7, endMs) },
    { days: 30, ...useUptime(monitorId, 30, endMs) },
    { days: 90, ...useUptime(monitorId, 90, endMs) },
  ];
  const failed = ranges.find(({ error }) => error !== undefined);
  const retry = () => {
    for (const { error, mutate } of ranges) if (error !== undefined) void mutate();
  };
  return (
    <Section
      title={t('uptime.title')}
      aside={
        <ButtonLink to={reportPath(monitorId)} size="sm" variant="outline">
          {t('uptime.report')}
        </ButtonLink>
      }
    >
      <Box px="4" pb="4">
        {failed ? (
          <FailureNotice
            title={t('uptime.loadFailed')}
            failure={failed.error}
            onRetry={retry}
            isRetrying={ranges.some(({ isValidating }) => isValidating)}
          />
        ) : (
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }} gap="4">
            {ranges.map(({ days, data }) => (
              <Figure
                key={days}
                label={t('uptime.lastDays', { count: days })}
                uptime={data && continuedUptime(data.totals, monitor, { toMs: Date.parse(data.to), nowMs })}
                endpoints={Object.keys(monitor.endpoints).length}
              />
            ))}
          </Grid>
        )}
      </Box>
    </Section>
  );
}

function useUptime(monitorId: string, days: UptimeDays, endMs: number) {
  const input = useMemo(
    () => ({ params: { id: monitorId }, query: { from: isoOf(endMs - days * DAY_MS), to: isoOf(endMs) } }),
    [monitorId, days, endMs],
  );
  return useApiOnce(historyCalls.monitor, input);
}

type FigureProps = { label: string; uptime: UptimeMetrics | undefined; endpoints: number };

/** An uptime with its outages, on phones next to each other. Its height is the same before it is known. */
function Figure({ label, uptime, endpoints }: FigureProps) {
  const { t } = useTranslation();
  const value = uptime ? shownUptime(uptime) : null;
  return (
    <Grid
      role="group"
      aria-label={label}
      templateAreas={{ base: '"label value" "text value"', sm: '"label" "value" "text"' }}
      templateColumns={{ base: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr)' }}
      columnGap="4"
      rowGap="1"
      alignContent="start"
    >
      <Text gridArea="label" textStyle="sm" color="text.muted">
        {label}
      </Text>
      <Text
        gridArea="value"
        alignSelf="center"
        textStyle={value === null ? 'sm' : 'xl'}
        fontWeight={value === null ? 'normal' : 'semibold'}
        minH={{ sm: '1.875rem' }}
        color={value === null ? 'text.muted' : 'text'}
      >
        {value === null ? withoutValue() : t('monitor.percent', { value: percent(value) })}
      </Text>
      <Text gridArea="text" textStyle="sm" color="text.muted" minH="1lh">
        {uptime && value !== null && parts(uptime).filter(Boolean).join(' · ')}
      </Text>
    </Grid>
  );

  function withoutValue() {
    if (!uptime) return t('noValue');
    return t(uptime.knownSec > 0 ? 'uptime.tooNew' : 'uptime.noData');
  }

  function parts(known: UptimeMetrics) {
    return [outagesText(known, t, endpoints), coverageText(known, t)];
  }
}
