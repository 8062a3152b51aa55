import { chakra } from '@chakra-ui/react';
import { historyCalls, type UptimeCell, type UptimeDays, type Uptimes } from '@farwatch/core/contracts/api/history';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { percent } from '../../lib/format/numbers.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { coverageText, outagesText } from './outages-text.ts';

/** What a column shows for each monitor, by its id, and sorts by; null is last. */
export type UptimeCells = {
  cellOf: (monitorId: string, days: UptimeDays) => ReactNode;
  uptimeOf: (monitorId: string, days: UptimeDays) => number | null;
};

const NAMES = { 7: 'days7', 30: 'days30', 90: 'days90' } as const satisfies Record<UptimeDays, string>;

/** Loads the uptime of all monitors, once and not again until the page is refreshed; null until it has arrived. */
export default function WithUptime({ children }: { children: (cells: UptimeCells | null) => ReactNode }) {
  const { t } = useTranslation();
  const { data, error, mutate, isValidating } = useApiOnce(historyCalls.all, {});
  const cells = useMemo(() => (data ? cellsOf(data) : null), [data]);
  return (
    <>
      {error !== undefined && (
        <FailureNotice
          title={t('uptime.loadFailed')}
          failure={error}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      )}
      {children(cells)}
    </>
  );
}

function cellsOf({ monitors }: Uptimes): UptimeCells {
  const find = (monitorId: string, days: UptimeDays) => monitors[monitorId]?.[NAMES[days]] ?? null;
  return {
    cellOf: (monitorId, days) => <UptimeText cell={find(monitorId, days)} />,
    uptimeOf: (monitorId, days) => find(monitorId, days)?.uptime ?? null,
  };
}

/** An uptime in a table: what it is made of on hover, and how much is known if that is not all. */
function UptimeText({ cell }: { cell: UptimeCell | null }) {
  const { t } = useTranslation();
  if (cell === null || cell.uptime === null) {
    return <chakra.span color="text.muted">{t('uptime.noData')}</chakra.span>;
  }
  const coverage = coverageText(cell, t);
  return (
    <span title={outagesText(cell, t)}>
      {t('monitors.percent', { value: percent(cell.uptime) })}
      {coverage && (
        <chakra.span display="block" textStyle="xs" color="text.muted">
          {coverage}
        </chakra.span>
      )}
    </span>
  );
}
