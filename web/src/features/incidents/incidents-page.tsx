import { Box, Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { downtimeOf } from '@farwatch/core/decisions/incidents/incident-downtime';
import { severitySchema } from '@farwatch/core/values/severity';
import { isSameTag } from '@farwatch/core/values/tags';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { IncidentRow } from '../../domain/incidents/incident-columns.tsx';
import { IncidentDialog } from '../../domain/incidents/incident-dialog.tsx';
import { IncidentList } from '../../domain/incidents/incident-list.tsx';
import { IncidentTabs } from '../../domain/incidents/incident-tabs.tsx';
import { type IncidentView, useIncidentView, useRange } from '../../domain/incidents/incident-view.ts';
import { useServerClock } from '../../lib/api/queries.ts';
import { usePhone } from '../../lib/browser/media.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { sorted } from '../../lib/list/sorting.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { useAccountZone } from '../../lib/live/account-zone.ts';
import { spanOfRange, useIncidents } from '../../lib/live/incidents.ts';
import { openedHere, wasOpenedHere } from '../../lib/navigation/navigation-state.ts';
import { INCIDENT_QUERY } from '../../lib/navigation/paths.ts';
import { useUid } from '../../lib/session/session.ts';
import { currentMs, useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

/** /incidents: the account's incidents of a time range, live. The filters are in the address. */
export default function IncidentsPage() {
  const { t } = useTranslation();
  useServerClock();
  const [view, setView] = useIncidentView();
  const live = useIncidents(useRange(view), useNow(MINUTE_MS));
  const { id, isEntry, open, close } = useOpenIncident();
  const isPhone = usePhone();
  const moreFilters = <MoreFilters view={view} onView={setView} incidents={live.data?.items ?? []} />;
  const failed = live.error !== undefined && live.data === undefined;
  return (
    <>
      <PageHeader title={t('incidents.title')} subtitle={t('incidents.subtitle')} />
      <IncidentTabs />
      {failed && <FailureNotice title={t('incidents.loadFailed')} failure={live.error} />}
      <LiveNotices live={live} />
      {!failed && (
        <Panel overflow="clip">
          <IncidentList
            incidents={live.data}
            view={view}
            onView={setView}
            onOpen={(incident) => open(incident.id)}
            label={t('incidents.title')}
            moreFilters={moreFilters}
            above={(selected) => (
              <>
                <Box
                  display={{ base: 'grid', sm: 'flex' }}
                  alignItems="flex-start"
                  flexWrap={{ sm: 'wrap' }}
                  gap="2"
                  px="4"
                  pb="3"
                >
                  {!isPhone && moreFilters}
                  <ExportButton view={view} />
                </Box>
                <DowntimeLine view={view} incidents={selected} isCut={live.data?.truncated === true} />
              </>
            )}
          />
        </Panel>
      )}
      <IncidentDialog id={id} known={live.data?.items ?? []} leavesBack={isEntry} onClose={close} />
    </>
  );
}

type OpenIncident = {
  id: string | null;
  /** Whether the dialog has an entry of its own in the history. */
  isEntry: boolean;
  open: (id: string) => void;
  close: () => void;
};

/**
 * The incident whose dialog the address opens, if any, and functions to open and close it. Opening adds to the history,
 * so that Back closes the dialog; if the page was opened with it, closing stays on the page.
 */
function useOpenIncident(): OpenIncident {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const closedAt = useRef<string>(null);
  const id = new URLSearchParams(search).get(INCIDENT_QUERY);

  // The browser's Forward returns to the same history entry.
  useEffect(() => {
    if (id === null) closedAt.current = null;
  }, [id]);

  function open(opened: string) {
    const query = new URLSearchParams(search);
    query.set(INCIDENT_QUERY, opened);
    void navigate(`${pathname}?${query}`, { state: openedHere(), preventScrollReset: true });
  }

  function close() {
    // A second key press before the address changes would go back twice.
    if (id === null || closedAt.current === key) return;
    closedAt.current = key;
    if (wasOpenedHere(state)) return void navigate(-1);
    const query = new URLSearchParams(search);
    query.delete(INCIDENT_QUERY);
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true });
  }

  return { id: id || null, isEntry: wasOpenedHere(state), open, close };
}

const ASSIGNEES = ['all', 'me'] as const;
const SEVERITIES = ['all', ...severitySchema.options] as const;

type MoreFiltersProps = {
  view: IncidentView;
  onView: (view: IncidentView) => void;
  /** The incidents of the range, which name a monitor that is gone. */
  incidents: readonly IncidentRow[];
};

/** The filters that only the list of all incidents has. */
function MoreFilters({ view, onView, incidents }: MoreFiltersProps) {
  const { t } = useTranslation();
  const monitors = useMonitorChoices(view.monitor, incidents);
  const tags = useTagChoices(view.tag);
  const isShared = useProfile().data?.hasMembers === true || view.assignee !== 'all';
  return (
    <>
      <Choice
        label={t('incidentList.severity')}
        value={view.severity}
        options={SEVERITIES.map((value) => ({
          value,
          label: value === 'all' ? t('incidentList.allSeverities') : t(`incidents.severity.${value}`),
        }))}
        onChoose={(severity) => onView({ ...view, severity })}
      />
      <Choice
        label={t('incidentList.monitor')}
        value={view.monitor}
        options={[{ value: '', label: t('incidentList.allMonitors') }, ...monitors]}
        onChoose={(monitor) => onView({ ...view, monitor })}
      />
      {tags.length > 0 && (
        <Choice
          label={t('incidentList.tag')}
          value={tags.find(({ value }) => isSameTag(value, view.tag))?.value ?? ''}
          options={[{ value: '', label: t('incidentList.allTags') }, ...tags]}
          onChoose={(tag) => onView({ ...view, tag })}
        />
      )}
      {isShared && (
        <Choice
          label={t('incidentList.assignee.label')}
          value={view.assignee}
          options={ASSIGNEES.map((value) => ({ value, label: t(`incidentList.assignee.${value}`) }))}
          onChoose={(assignee) => onView({ ...view, assignee })}
        />
      )}
    </>
  );
}

type Option = { value: string; label: string };

/** The account's monitors by name, and the chosen one if it is gone. */
function useMonitorChoices(chosen: string, incidents: readonly IncidentRow[]): Option[] {
  const { t } = useTranslation();
  const monitors = useMonitors().data?.items;
  return useMemo(() => {
    const known = sorted(monitors ?? [], 'asc', ({ name }) => name).map(({ id, name }) => ({ value: id, label: name }));
    if (chosen === '' || known.some(({ value }) => value === chosen)) return known;
    const gone = incidents.find(({ monitorId }) => monitorId === chosen)?.monitor.name;
    return [...known, { value: chosen, label: gone ?? t('incidentList.goneMonitor') }];
  }, [monitors, chosen, incidents, t]);
}

/** The tags in use, and the chosen one if it is not. */
function useTagChoices(chosen: string): Option[] {
  const monitors = useMonitors().data?.items;
  return useMemo(() => {
    const known = tagCounts(monitors ?? []).map(({ tag }) => ({ value: tag, label: tag }));
    const isKnown = chosen === '' || known.some(({ value }) => isSameTag(value, chosen));
    return isKnown ? known : [...known, { value: chosen, label: chosen }];
  }, [monitors, chosen]);
}

type State =
  | { step: 'idle' }
  | { step: 'loading'; count: number }
  | { step: 'failed'; failure: unknown }
  | { step: 'saved'; count: number; name: string };

/** Saves all incidents that match the filters as one file, also those that the list is too short for. */
function ExportButton({ view }: { view: IncidentView }) {
  const { t } = useTranslation();
  const { state, start, cancel } = useExport(view);
  return (
    <>
      {state.step === 'loading' ? (
        <Flex align="center" gap="3" ms={{ sm: 'auto' }} minH={{ base: '11', sm: '10' }}>
          <Flex role="status" align="center" gap="2">
            <Spinner size="sm" aria-hidden="true" />
            <Text fontVariantNumeric="tabular-nums">{t('incidentList.export.loading', { count: state.count })}</Text>
          </Flex>
          <Button size="sm" variant="outline" onClick={cancel}>
            {t('cancel')}
          </Button>
        </Flex>
      ) : (
        <Button
          variant="outline"
          ms={{ sm: 'auto' }}
          h={{ sm: '10' }}
          title={t('incidentList.export.hint')}
          onClick={start}
        >
          <Download aria-hidden="true" />
          {t('incidentList.export.start')}
        </Button>
      )}
      {(state.step === 'failed' || state.step === 'saved') && (
        <Box gridColumn="1 / -1" flex="1 0 100%" minW="0">
          {state.step === 'failed' ? (
            <FailureNotice title={t('incidentList.export.failed')} failure={state.failure} onRetry={start} />
          ) : (
            <Notice kind="success">{t('incidentList.export.saved', state)}</Notice>
          )}
        </Box>
      )}
    </>
  );
}

/** Exports the view's incidents. Changing the filters cancels the export and hides its result. */
function useExport(view: IncidentView): { state: State; start: () => void; cancel: () => void } {
  const { t } = useTranslation();
  const range = useRange(view);
  const zone = useAccountZone();
  const uid = useUid();
  const [state, setState] = useState<State>({ step: 'idle' });
  const [shown, setShown] = useState(view);
  const stop = useRef<AbortController>(null);
  if (shown !== view) {
    setShown(view);
    setState({ step: 'idle' });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each view
  useEffect(() => () => stop.current?.abort(), [view]);

  async function run(stopping: AbortController) {
    stop.current = stopping;
    setState({ step: 'loading', count: 0 });
    const onProgress = (count: number) => !stopping.signal.aborted && setState({ step: 'loading', count });
    try {
      const { saveIncidents } = await import('./save-incidents.ts');
      const request = { view, uid, span: spanOfRange(range, currentMs()), zone };
      const saved = await saveIncidents(request, t, onProgress, stopping.signal);
      if (saved) setState({ step: 'saved', ...saved });
    } catch (failure) {
      if (!stopping.signal.aborted) setState({ step: 'failed', failure });
    }
  }

  return {
    state,
    start: () => void run(new AbortController()),
    cancel: () => {
      stop.current?.abort();
      setState({ step: 'idle' });
    },
  };
}

type DowntimeLineProps = {
  view: IncidentView;
  /** The incidents listed on all pages; undefined while unknown. */
  incidents: readonly IncidentRow[] | undefined;
  /** Whether there may be more than are listed. */
  isCut: boolean;
};

/** The downtime of the listed incidents within the time range. Its line is there from the start, so that nothing moves. */
function DowntimeLine({ view, incidents, isCut }: DowntimeLineProps) {
  const { t } = useTranslation();
  const nowMs = useNow(5 * SECOND_MS);
  const span = spanOfRange(useRange(view), nowMs);
  return (
    <Text px="4" pb="3" minH="8" textStyle="sm" color="text.muted" title={t('incidentList.downtimeHint')}>
      {incidents && text(incidents)}
    </Text>
  );

  function text(listed: readonly IncidentRow[]): string {
    const { downMs, outages, isComplete } = downtimeOf(listed, span, nowMs);
    const isLeast = isCut || !isComplete;
    if (outages === 0) return t(isLeast ? 'incidentList.noDowntimeListed' : 'incidentList.noDowntime');
    return t(isLeast ? 'incidentList.downtimeAtLeast' : 'incidentList.downtime', {
      count: outages,
      time: formatDuration(downMs, t),
    });
  }
}
