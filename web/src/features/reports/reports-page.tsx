import { Box } from '@chakra-ui/react';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type ReportAnswer, reportCalls } from '@farwatch/core/contracts/api/reports';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Language } from '@farwatch/core/values/languages';
import { isSameTag } from '@farwatch/core/values/tags';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { calendarDay, monthName } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { useMonitors } from '../../lib/live/account.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { PrintHeader } from './print-header.tsx';
import { ReportActions } from './report-actions.tsx';
import { addressIn, type Period, periodOf, periodProblem, queryOf, rangeOf, type Scope } from './report-address.ts';
import { ReportContent } from './report-content.tsx';
import { ReportPicker } from './report-picker.tsx';

/** /reports: uptime against targets over a month or other days. What is reported on is in the address. */
export default function ReportsPage() {
  const { t } = useTranslation();
  useTitle(t('reports.title'));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const clock = useMemo(() => wallClock(timeZone), [timeZone]);
  const nowMs = useNow(MINUTE_MS);
  const today = clock.at(nowMs).date;
  const [query, setQuery] = useQuery();
  const address = addressIn(query, today);
  const live = useMonitors();
  const monitors = live.data?.items;
  const { scope, period } = address;
  const isReady = monitors !== undefined && !isNew(monitors, scope, nowMs) && periodProblem(period, today) === null;
  const range = rangeOf(period, clock);
  const input = { from: isoOf(range.fromMs), to: isoOf(range.toMs), ...scopeQuery(scope) };
  const { data, error, isLoading, isValidating, mutate } = useApi(
    reportCalls.report,
    isReady ? { query: input } : null,
  );
  const report = isReady ? data : undefined;
  return (
    <>
      <Box _print={{ display: 'none' }}>
        <PageHeader
          title={t('reports.title')}
          subtitle={t('reports.subtitle')}
          actions={monitors && monitors.length > 0 && <ReportActions report={report} />}
        />
      </Box>
      <LiveNotices live={live} />
      {live.error && !live.data && <FailureNotice title={t('reports.loadFailed')} failure={live.error} />}
      {monitors && monitors.length > 0 && (
        <ReportPicker
          address={address}
          monitors={monitors}
          today={today}
          onChange={(next) => setQuery(queryOf(next, today))}
        />
      )}
      {monitors && isNew(monitors, scope, nowMs) && <NothingYet hasMonitors={monitors.length > 0} />}
      {isReady && error && (
        <FailureNotice
          title={t('reports.loadFailed')}
          failure={error}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      )}
      {(monitors === undefined ? !live.error : isReady && !report && !error) && <Loading />}
      {report && !error && (
        <Box aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
          <Loaded report={report} monitors={monitors ?? []} timeZone={timeZone} />
        </Box>
      )}
    </>
  );
}

type LoadedProps = { report: ReportAnswer; monitors: readonly WithId<Monitor>[]; timeZone: string };

function Loaded({ report, monitors, timeZone }: LoadedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = useMemo(() => wallClock(timeZone), [timeZone]);
  const range = { fromMs: Date.parse(report.from), toMs: Date.parse(report.to) };
  const period = periodText(periodOf(range, clock), language);
  if (report.totals.outcome === 'unknown') {
    return (
      <Panel>
        <EmptyState title={t('reports.headline.unknown', { period })} hint={t('reports.unknownHint')} />
      </Panel>
    );
  }
  const { tag, monitorId } = report;
  const name = monitors.find(({ id }) => id === monitorId)?.name ?? report.monitors[0]?.name ?? '';
  const subject = monitorId !== null ? name : tag === null ? t('reports.allMonitors') : t('reports.tag', { tag });
  return (
    <>
      <PrintHeader
        subject={subject}
        period={period}
        timeZone={timeZone}
        generatedAtMs={Date.parse(report.generatedAt)}
      />
      <ReportContent report={report} period={period} />
    </>
  );
}

/** Before the first whole day there is nothing to report. */
function NothingYet({ hasMonitors }: { hasMonitors: boolean }) {
  const { t } = useTranslation();
  const create = (
    <ButtonLink to={PATHS.newMonitor} colorPalette="accent">
      {t('reports.createMonitor')}
    </ButtonLink>
  );
  return (
    <Panel>
      <EmptyState title={t('reports.empty')} {...(!hasMonitors && { action: create })} />
    </Panel>
  );
}

/** Whether none of the monitors has existed for a day. An unknown one is left to the API. */
function isNew(monitors: readonly WithId<Monitor>[], scope: Scope, nowMs: number): boolean {
  const own = monitors.filter((monitor) => isIn(monitor, scope));
  if (own.length === 0) return monitors.length === 0;
  return own.every(({ createdAt }) => nowMs - createdAt < DAY_MS);
}

function isIn({ id, tags }: WithId<Monitor>, scope: Scope): boolean {
  if (scope.of === 'account') return true;
  return scope.of === 'monitor' ? id === scope.id : tags.some((each) => isSameTag(each, scope.tag));
}

function scopeQuery(scope: Scope): { tag?: string; monitorId?: string } {
  if (scope.of === 'account') return {};
  return scope.of === 'tag' ? { tag: scope.tag } : { monitorId: scope.id };
}

/** 'October 2026', or 'Oct 5, 2026 – Oct 20, 2026'. */
function periodText(period: Period, language: Language): string {
  if (period.of === 'month') return monthName(period.month, language);
  const [from, to] = [calendarDay(period.from, language), calendarDay(period.to, language)];
  return from === to ? from : `${from} – ${to}`;
}
