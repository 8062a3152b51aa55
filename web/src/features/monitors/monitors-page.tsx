import { SimpleGrid, Text } from '@chakra-ui/react';
import { firstSteps } from '@farwatch/core/decisions/monitors/first-steps';
import { SECOND_MS } from '@farwatch/core/values/time';
import { FileUp, Plus, RefreshCw } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LastCheck } from '../../domain/check/last-check.tsx';
import { StatusLabel } from '../../domain/status/status.tsx';
import { UNKNOWN_LIMITS, useDashboardSummary, useLimits, useRefresh } from '../../lib/api/queries.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { channelName } from '../../lib/format/channel-name.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage, withTexts } from '../../lib/i18n/i18n.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { type CheckRate, checkRate } from '../../lib/live/check-rate.ts';
import { ALERTS_PATH, PATHS } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { monitorRow, totalsOf } from './monitor-row.ts';
import { MonitorsList } from './monitors-list.tsx';

const FirstSteps = lazyPart(withTexts('onboarding', () => import('./first-steps.tsx')));

/** /monitors, the dashboard: the list is live, the summary comes from the API. */
export default function MonitorsPage() {
  const { t } = useTranslation();
  const live = useMonitors();
  const profile = useProfile();
  const summary = useDashboardSummary();
  const limits = useLimits().data?.limits ?? UNKNOWN_LIMITS;
  const nowMs = useNow(5 * SECOND_MS);
  const { refresh, refreshing } = useRefresh();
  const statuses = live.data?.items
    .flatMap(({ endpoints }) => Object.values(endpoints).map(({ status }) => status))
    .join();
  useOnChange(statuses, (before) => before !== undefined && void summary.mutate());
  const failure = useVisibleFailure(live.data, live.data ? summary.error : live.error);
  // Waits for the profile too: it decides whether the first steps are shown, which would push everything else down.
  const isLoaded = live.data !== undefined && (profile.data !== undefined || profile.error !== undefined);
  // Without a profile, alerts were never set up; if the profile cannot be read, that is unknown.
  const alertsOn = profile.data === undefined ? null : profile.data === null ? false : profile.data.alertsOn;
  const steps = firstSteps(live.data?.items ?? [], alertsOn);
  const rows = live.data?.items.map((monitor) => monitorRow(monitor, nowMs)) ?? [];

  return (
    <>
      <PageHeader
        title={t('monitors.title')}
        actions={
          <>
            <BusyButton variant="outline" onClick={refresh} loading={refreshing}>
              <RefreshCw aria-hidden="true" />
              {t('monitors.refresh')}
            </BusyButton>
            <ForEditors>
              <HeaderLink
                to={PATHS.importMonitors}
                variant="outline"
                text={t('monitors.import')}
                icon={<FileUp aria-hidden="true" />}
                textFrom="md"
              />
              <HeaderLink
                to={PATHS.newMonitor}
                colorPalette="accent"
                text={t('monitors.create')}
                icon={<Plus aria-hidden="true" />}
                textFrom="sm"
              />
            </ForEditors>
          </>
        }
      />
      {failure !== undefined && <FailureNotice failure={failure} fallback="monitors.loadFailed" onRetry={refresh} />}
      <LiveNotices live={live} />
      {isLoaded && (
        <Suspense fallback={<Loading />}>
          <FailingChannels channels={profile.data?.failingChannels ?? {}} />
          {steps.next !== null && (
            <ForEditors>
              <FirstSteps done={steps.done} next={steps.next} monitorId={rows[0]?.id} />
            </ForEditors>
          )}
          <MetricCards
            totals={totalsOf(rows)}
            maxEndpoints={limits.max}
            checkRate={checkRate(summary.data, profile.data, live.data?.items ?? [], nowMs)}
            isLoading={summary.data === undefined && summary.error === undefined}
          />
          {rows.length > 0 && <MonitorsList rows={rows} />}
        </Suspense>
      )}
      {!isLoaded && !live.error && <Loading />}
    </>
  );
}

type HeaderLinkProps = ComponentProps<typeof ButtonLink> & { text: string; icon: ReactNode; textFrom: 'sm' | 'md' };

/** A link that is only an icon on screens narrower than `textFrom`. */
function HeaderLink({ text, icon, textFrom, ...link }: HeaderLinkProps) {
  return (
    <ButtonLink px={{ base: '3', sm: '4' }} aria-label={text} {...link}>
      {icon}
      <Text as="span" hideBelow={textFrom}>
        {text}
      </Text>
    </ButtonLink>
  );
}

/** Warns about channels, given by their ids, that deliver no alerts; renders nothing if there are none. */
function FailingChannels({ channels }: { channels: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = Object.entries(channels).map(([id, name]) => channelName({ id, name }, t));
  if (names.length === 0) return null;
  const open = (
    <ForEditors>
      <ButtonLink to={ALERTS_PATH} size="sm" variant="outline">
        {t('monitors.failingChannels.action')}
      </ButtonLink>
    </ForEditors>
  );
  return (
    <Notice kind="warning" action={open}>
      {t('monitors.failingChannels.text', { count: names.length, names: listText(names, language) })}
    </Notice>
  );
}

type MetricCardsProps = {
  totals: ReturnType<typeof totalsOf>;
  maxEndpoints: number;
  checkRate: CheckRate;
  /** Whether the time of the last check may still come. */
  isLoading: boolean;
};

function MetricCards({ totals, maxEndpoints, checkRate, isLoading }: MetricCardsProps) {
  const { t } = useTranslation();
  const { monitors, up, down, endpoints } = totals;
  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap={{ base: '3', md: '4' }}>
      <StatCard
        title={t('monitors.cards.monitors')}
        value={monitors}
        text={
          <>
            <Text as="span" display="block">
              {t('monitors.cards.monitorsText', { up, count: monitors })}
            </Text>
            {t('monitors.cards.upNow', { count: up })}
          </>
        }
        aside={down > 0 && <StatusLabel look="down" text={t('monitors.cards.downNow', { count: down })} />}
      />
      <StatCard
        title={t('monitors.cards.endpoints')}
        value={endpoints}
        text={t('monitors.cards.endpointsText', { max: maxEndpoints })}
      />
      <StatCard
        title={t('monitors.cards.interval')}
        value={checkRate.mins ?? t('noValue')}
        unit={checkRate.mins === null ? undefined : t('monitors.cards.mins')}
        text={
          <TextWithParts
            text={t('monitors.cards.lastCheck')}
            parts={{ ago: <LastCheck atMs={checkRate.lastCheckMs} isLoading={isLoading} /> }}
          />
        }
      />
    </SimpleGrid>
  );
}
