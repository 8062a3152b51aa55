import { Box, chakra, Field, Flex, Heading, Text } from '@chakra-ui/react';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type ReportAnswer, reportCalls } from '@farwatch/core/contracts/api/reports';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { zoneCity, zoneName } from '@farwatch/core/texts/zones/zone-names';
import type { Language } from '@farwatch/core/values/languages';
import { accountZone } from '@farwatch/core/values/summary/account-zone';
import { isSameTag } from '@farwatch/core/values/tags';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import { useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api/use-api.ts';
import { calendarDay, monthName, writtenTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { sorted } from '../../lib/list/sorting.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { viewerZone } from '../../lib/time/viewer-zone.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { ReportActions } from './report-actions.tsx';
import {
  addressIn,
  choosableMonths,
  daysOf,
  type Period,
  type PeriodProblem,
  periodOf,
  periodProblem,
  queryOf,
  type ReportAddress,
  rangeOf,
  type Scope,
} from './report-address.ts';
import { ReportContent } from './report-content.tsx';

/** /reports: uptime against targets over a month or other days. The address has the subject and the period. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const profile = useProfile();
  const timeZone = accountZone(profile.data);
  // The days of a report are known with the account's zone.
  const hasZone = profile.data !== undefined || profile.error !== undefined;
  const clock = useMemo(() => wallClock(timeZone), [timeZone]);
  const nowMs = useNow(MINUTE_MS);
  const today = clock.at(nowMs).date;
  const [query, setQuery] = useQuery();
  const address = addressIn(query, today);
  const live = useMonitors();
  const monitors = live.data?.items;
  const { scope, period } = address;
  const isReady =
    hasZone && monitors !== undefined && !isNew(monitors, scope, nowMs) && periodProblem(period, today) === null;
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
      {hasZone && timeZone !== viewerZone() && (
        <Text color="text.muted" textStyle="sm" _print={{ display: 'none' }}>
          {t('reports.inZone', { zone: zoneName(timeZone, language, nowMs) })}
        </Text>
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
      {(monitors === undefined || !hasZone ? !live.error : isReady && !report && !error) && <Loading />}
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

/** Shown before the first whole day, when there is nothing to report. */
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

type ReportPickerProps = {
  address: ReportAddress;
  monitors: readonly WithId<Monitor>[];
  today: string;
  onChange: (address: ReportAddress) => void;
};

/** Chooses the subject and the period of a report. */
function ReportPicker({ address, monitors, today, onChange }: ReportPickerProps) {
  const { scope, period } = address;
  return (
    <Flex wrap="wrap" gap="4" align="flex-start" _print={{ display: 'none' }}>
      <ScopeField scope={scope} monitors={monitors} onChange={(next) => onChange({ ...address, scope: next })} />
      <PeriodField period={period} today={today} onChange={(next) => onChange({ ...address, period: next })} />
      {period.of === 'days' && (
        <DayFields period={period} today={today} onChange={(next) => onChange({ ...address, period: next })} />
      )}
    </Flex>
  );
}

type ScopeProps = { scope: Scope; monitors: readonly WithId<Monitor>[]; onChange: (scope: Scope) => void };

function ScopeField({ scope, monitors, onChange }: ScopeProps) {
  const { t } = useTranslation();
  const id = useId();
  const tags = tagCounts(monitors).map(({ tag }): Scope => ({ of: 'tag', tag }));
  const scopes: Scope[] = [
    { of: 'account' },
    ...tags,
    ...sorted(monitors, 'asc', ({ name }) => name).map((monitor): Scope => ({ of: 'monitor', id: monitor.id })),
  ];
  const isListed = scopes.some((each) => keyOf(each) === keyOf(scope));
  const options = (isListed ? scopes : [scope, ...scopes]).map((each) => ({ value: keyOf(each), label: label(each) }));

  function label(each: Scope): string {
    if (each.of === 'account') return t('reports.allMonitors');
    if (each.of === 'tag') return t('reports.tag', { tag: each.tag });
    return monitors.find((monitor) => monitor.id === each.id)?.name ?? t('reports.unknownMonitor');
  }

  return (
    <Field.Root w="auto" alignItems="flex-start" flex={{ base: '1 1 100%', sm: '0 1 auto' }} maxW={{ sm: '320px' }}>
      <Field.Label htmlFor={id}>{t('reports.on')}</Field.Label>
      <Choice
        id={id}
        value={keyOf(scope)}
        options={options}
        onChoose={(key) => onChange([scope, ...scopes].find((each) => keyOf(each) === key) ?? scope)}
      />
    </Field.Root>
  );
}

function keyOf(scope: Scope): string {
  if (scope.of === 'account') return 'account';
  return scope.of === 'tag' ? `tag ${scope.tag.toLowerCase()}` : `monitor ${scope.id}`;
}

const CUSTOM = 'custom';

type PeriodProps<P extends Period = Period> = { period: P; today: string; onChange: (period: Period) => void };

function PeriodField({ period, today, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const months = choosableMonths(today);
  const shown = period.of === 'month' && !months.includes(period.month) ? [period.month, ...months] : months;
  const options = [
    ...shown.map((month) => ({ value: month, label: label(month) })),
    { value: CUSTOM, label: t('reports.custom') },
  ];

  function label(month: string): string {
    const name = monthName(month, language);
    if (month === months[0]) return t('reports.thisMonth', { name });
    return month === months[1] ? t('reports.lastMonth', { name }) : name;
  }

  function choose(value: string) {
    if (value !== CUSTOM) return onChange({ of: 'month', month: value });
    const { from, to } = daysOf(period);
    onChange({ of: 'days', from, to: to > today && from <= today ? today : to });
  }

  return (
    <Field.Root w="auto" alignItems="flex-start" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
      <Field.Label htmlFor={id}>{t('reports.period')}</Field.Label>
      <Choice id={id} value={period.of === 'month' ? period.month : CUSTOM} options={options} onChoose={choose} />
    </Field.Root>
  );
}

/** The field at which a problem is shown. */
const PROBLEM_AT: Record<PeriodProblem, 'from' | 'to'> = {
  reversed: 'to',
  tooLong: 'from',
  future: 'from',
  tooOld: 'to',
};

function DayFields({ period, today, onChange }: PeriodProps<Period & { of: 'days' }>) {
  const { t } = useTranslation();
  const problem = periodProblem(period, today);
  return (
    <Flex gap="4" flex={{ base: '1 1 100%', sm: '0 1 auto' }} align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`reports.${end}`)}
          value={period[end]}
          min={addDays(today, -400)}
          error={problem && PROBLEM_AT[problem] === end ? t(`reports.problems.${problem}`) : undefined}
          onChange={({ currentTarget: { value } }) => value !== '' && onChange({ ...period, [end]: value })}
        />
      ))}
    </Flex>
  );
}

type PrintHeaderProps = { subject: string; period: string; timeZone: string; generatedAtMs: number };

/** The head of a printed report: its owner, subject, period, and when it was made. It makes it light. */
function PrintHeader({ subject, period, timeZone, generatedAtMs }: PrintHeaderProps) {
  usePrintedLight();
  const { t } = useTranslation();
  const language = useLanguage();
  const session = useSession();
  const { data: profile } = useProfile();
  const user = session.state === 'verified' ? session.user : null;
  const name = profile?.displayName || user?.displayName;
  const account = [name, user?.email].filter(Boolean).join(', ');
  const lines = [
    [t('reports.account'), account],
    [t('reports.on'), subject],
    [t('reports.period'), t('reports.periodIn', { period, zone: zoneCity(timeZone, language) })],
    [t('reports.generated'), writtenTime(generatedAtMs, language, timeZone)],
  ] as const;
  return (
    <Box display="none" _print={{ display: 'block' }} mb="5">
      <Wordmark />
      <Heading as="h1" textStyle="2xl" fontWeight="semibold" mt="3" mb="2">
        {t('reports.printTitle')}
      </Heading>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" textStyle="sm">
        {lines.map(([label, value]) => (
          <Box key={label} display="contents">
            <chakra.dt color="text.muted">{label}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Box>
  );
}

/** Prints with the light theme, whichever is shown. */
function usePrintedLight(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    let wasDark = false;
    const start = () => {
      wasDark ||= classList.contains('dark');
      classList.remove('dark');
    };
    const end = () => {
      if (wasDark) classList.add('dark');
      wasDark = false;
    };
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
