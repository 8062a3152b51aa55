import { chakra } from '@chakra-ui/react';
import { historyCalls, type UptimeDays, type Uptimes } from '@farwatch/core/contracts/api/history';
import { continuedUptime } from '@farwatch/core/decisions/history/monitor-range';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { UptimeMetrics } from '@farwatch/core/values/history/range-metrics';
import { HOUR_MS } from '@farwatch/core/values/time';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { percent } from '../../lib/format/numbers.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { coverageText, outagesText, shownUptime } from './outages-text.ts';

/** What a column shows for each monitor, and sorts by; null is last. */
export type UptimeCells = {
  cellOf: (row: Row, days: UptimeDays) => ReactNode;
  uptimeOf: (row: Row, days: UptimeDays) => number | null;
};

/** A monitor as of a time, which continues what was loaded. */
type Row = { monitor: WithId<Monitor>; atMs: number };

const NAMES = { 7: 'days7', 30: 'days30', 90: 'days90' } as const satisfies Record<UptimeDays, string>;

/**
 * Loads the uptime of all monitors, again after an hour, since the start of its ranges moves on; null until it has
 * arrived. The monitors' documents continue it.
 */
export default function WithUptime({ children }: { children: (cells: UptimeCells | null) => ReactNode }) {
  const { t } = useTranslation();
  const { data, error, mutate, isValidating } = useApiOnce(historyCalls.all, {}, HOUR_MS);
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

function cellsOf({ to, monitors }: Uptimes): UptimeCells {
  const toMs = Date.parse(to);
  // Sorting reads each row again and again.
  const found = new WeakMap<Row, Map<UptimeDays, UptimeMetrics | null>>();
  const find = (row: Row, days: UptimeDays) => {
    const ofRow = found.get(row) ?? new Map<UptimeDays, UptimeMetrics | null>();
    found.set(row, ofRow);
    const known = ofRow.get(days);
    if (known !== undefined) return known;
    const answered = monitors[row.monitor.id]?.[NAMES[days]];
    const cell = answered ? continuedUptime(answered, row.monitor, { toMs, nowMs: row.atMs }) : null;
    ofRow.set(days, cell);
    return cell;
  };
  return {
    cellOf: (row, days) => <UptimeText cell={find(row, days)} endpoints={Object.keys(row.monitor.endpoints).length} />,
    uptimeOf: (row, days) => {
      const cell = find(row, days);
      return cell && shownUptime(cell);
    },
  };
}

/** An uptime in a table: what it is made of on hover, and how much is known if that is not all. */
function UptimeText({ cell, endpoints }: { cell: UptimeMetrics | null; endpoints: number }) {
  const { t } = useTranslation();
  const uptime = cell && shownUptime(cell);
  if (cell === null || uptime === null) {
    return <chakra.span color="text.muted">{t(cell?.knownSec ? 'uptime.tooNew' : 'uptime.noData')}</chakra.span>;
  }
  const coverage = coverageText(cell, t);
  return (
    <span title={outagesText(cell, t, endpoints)}>
      {t('monitors.percent', { value: percent(uptime) })}
      {coverage && (
        <chakra.span display="block" textStyle="xs" color="text.muted">
          {coverage}
        </chakra.span>
      )}
    </span>
  );
}
