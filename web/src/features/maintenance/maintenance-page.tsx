import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import type { Maintenance, Occurrence } from '@farwatch/core/documents/maintenance';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { zoneCity } from '@farwatch/core/texts/zones/zone-names';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IncidentTabs } from '../../domain/incidents/incident-tabs.tsx';
import { EndingButtons } from '../../domain/maintenance/ending-buttons.tsx';
import { MaintenanceUntil } from '../../domain/maintenance/maintenance-until.tsx';
import { useEnding } from '../../domain/maintenance/use-ending.ts';
import { callApi } from '../../lib/api/client.ts';
import { useServerClock } from '../../lib/api/queries.ts';
import { unlessDeleted } from '../../lib/api/use-saving.ts';
import { deletions } from '../../lib/deletion/deletions.ts';
import { exactTime, periodText } from '../../lib/format/dates.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useMaintenance } from '../../lib/live/maintenance.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useIsEditor } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { MonthCalendar } from './calendar/month-calendar.tsx';
import { groupWindows, type WindowGroups, type WindowRow } from './periods.ts';
import { useRuleText } from './use-rule-text.ts';

const WindowDialog = lazyPart(() => import('./form/window-dialog.tsx'));

type Open = { dialog: 'plan'; date: string | null } | { dialog: 'edit'; window: WithId<Maintenance> } | null;

/** /incidents/maintenance: the account's maintenance windows as lists and a calendar, live. */
export default function MaintenancePage() {
  const { t } = useTranslation();
  useServerClock();
  const live = useMaintenance();
  const monitors = useMonitors().data?.items;
  const nowMs = useNow(5 * SECOND_MS);
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<string | null>(null);
  const windows = live.data?.items;
  const groups = useMemo(() => windows && groupWindows(windows, nowMs), [windows, nowMs]);
  const isLoaded = windows !== undefined && monitors !== undefined;
  const plan = (date: string | null) => show({ dialog: 'plan', date });

  function show(next: Open) {
    setDone(null);
    setOpen(next);
  }

  function remove({ id, name }: WithId<Maintenance>) {
    setDone(null);
    deletions.remove({
      ids: [id],
      deleted: { name, hint: t('maintenance.removedHint') },
      failed: t('maintenance.removeFailed'),
      call: () => unlessDeleted(callApi(maintenanceCalls.remove, { params: { id } })),
    });
  }

  return (
    <>
      <PageHeader
        title={t('maintenance.title')}
        subtitle={t('maintenance.subtitle')}
        actions={<PlanButton onPlan={() => plan(null)} />}
      />
      <IncidentTabs />
      {live.error && !live.data && <FailureNotice title={t('maintenance.loadFailed')} failure={live.error} />}
      <LiveNotices live={live} />
      {done !== null && <Notice kind="success">{done}</Notice>}
      {!isLoaded && !live.error && <Loading />}
      {windows?.length === 0 && (
        <Panel>
          <EmptyState
            title={t('maintenance.empty')}
            hint={t('maintenance.emptyHint')}
            action={<PlanButton onPlan={() => plan(null)} />}
          />
        </Panel>
      )}
      {isLoaded && groups && windows.length > 0 && (
        <>
          <WindowSections
            groups={groups}
            monitors={monitors}
            nowMs={nowMs}
            onEdit={(window) => show({ dialog: 'edit', window })}
            onDelete={remove}
            onEnded={({ name }) => setDone(t('maintenance.ended', { name }))}
          />
          <MonthCalendar
            windows={windows}
            nowMs={nowMs}
            onPlan={plan}
            onEdit={(window) => show({ dialog: 'edit', window })}
          />
        </>
      )}
      {(open?.dialog === 'plan' || open?.dialog === 'edit') && (
        <Suspense fallback={null}>
          <WindowDialog
            window={open.dialog === 'edit' ? open.window : null}
            date={open.dialog === 'plan' ? open.date : null}
            onSaved={(name) => {
              setDone(t('maintenance.saved', { name }));
              setOpen(null);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function PlanButton({ onPlan }: { onPlan: () => void }) {
  const { t } = useTranslation();
  return (
    <ForEditors>
      <Button colorPalette="accent" onClick={onPlan}>
        <Plus aria-hidden="true" />
        {t('maintenance.plan')}
      </Button>
    </ForEditors>
  );
}

type WindowSectionsProps = {
  groups: WindowGroups;
  monitors: readonly WithId<Monitor>[];
  nowMs: number;
  onEdit: (window: WithId<Maintenance>) => void;
  onDelete: (window: WithId<Maintenance>) => void;
  onEnded: (window: Maintenance) => void;
};

/** The windows that are running, those planned, and below a heading that opens them those that are over. */
function WindowSections({ groups, ...props }: WindowSectionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {groups.now.length > 0 && (
        <Section title={t('maintenance.sections.now')}>
          <Rows rows={groups.now} {...props} />
        </Section>
      )}
      <Section title={t('maintenance.sections.planned')}>
        {groups.planned.length > 0 ? (
          <Rows rows={groups.planned} {...props} />
        ) : (
          <Text px="4" pb="4" color="text.muted">
            {t('maintenance.noneLeft')}
          </Text>
        )}
      </Section>
      {groups.past.length > 0 && (
        <Panel as="section" overflow="clip">
          <chakra.details>
            <chakra.summary
              px="4"
              py="3"
              textStyle="lg"
              fontWeight="semibold"
              cursor="pointer"
              borderRadius="l3"
              focusVisibleRing="inside"
            >
              {t('maintenance.sections.past', { count: groups.past.length })}
            </chakra.summary>
            <Rows rows={groups.past} {...props} />
          </chakra.details>
        </Panel>
      )}
    </>
  );
}

function Rows({ rows, ...props }: Omit<WindowSectionsProps, 'groups'> & { rows: readonly WindowRow[] }) {
  return (
    <Box as="ul" listStyleType="none">
      {rows.map((row) => (
        <WindowItem key={row.window.id} row={row} {...props} />
      ))}
    </Box>
  );
}

type WindowItemProps = {
  row: WindowRow;
  monitors: readonly WithId<Monitor>[];
  nowMs: number;
  onEdit: (window: WithId<Maintenance>) => void;
  onDelete: (window: WithId<Maintenance>) => void;
  onEnded: (window: Maintenance) => void;
};

/** A window in a list: when it takes place, how it repeats, its monitors, and what can be done with it. */
function WindowItem({ row, monitors, nowMs, onEdit, onDelete, onEnded }: WindowItemProps) {
  const { t } = useTranslation();
  const ruleText = useRuleText();
  const monitorText = useMonitorText(monitors);
  const { window, current } = row;
  const isEditor = useIsEditor();
  return (
    <chakra.li
      display="flex"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      columnGap="4"
      rowGap="2"
      px="4"
      py="3"
      borderTopWidth="1px"
    >
      <Box flex="1" minW="0">
        <Text fontWeight="medium" overflowWrap="anywhere">
          <bdi>{window.name}</bdi>
        </Text>
        <When row={row} nowMs={nowMs} />
        <Text textStyle="sm" color="text.muted" overflowWrap="anywhere">
          {ruleText(window)} · {monitorText(window.monitors)}
        </Text>
      </Box>
      {current && isEditor && (
        <Flex
          order={{ base: '1', md: '0' }}
          w={{ base: 'full', md: 'auto' }}
          direction="column"
          gap="2"
          justify="center"
        >
          <RunningActions
            occurrence={{ ...current, id: window.id, name: window.name }}
            onEnded={() => onEnded(window)}
          />
        </Flex>
      )}
      <ForEditors>
        <Flex gap={{ base: '0', sm: '1' }} align="center">
          <IconButton
            variant="ghost"
            aria-label={t('maintenance.edit', { name: window.name })}
            title={t('maintenance.edit', { name: window.name })}
            onClick={() => onEdit(window)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            variant="ghost"
            color="danger"
            aria-label={t('maintenance.delete', { name: window.name })}
            title={t('maintenance.delete', { name: window.name })}
            onClick={() => onDelete(window)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </Flex>
      </ForEditors>
    </chakra.li>
  );
}

/** Shows until when the window runs; otherwise its next occurrence, or its last one. */
function When({ row: { current, next, last, window }, nowMs }: { row: WindowRow; nowMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (current) return <MaintenanceUntil endsAt={current.endsAt} nowMs={nowMs} />;
  const shown = next ?? last;
  if (!shown)
    return (
      <Text>
        {t('maintenance.began', { start: window.start.replace('T', ' '), zone: zoneCity(window.timeZone, language) })}
      </Text>
    );
  return (
    <Text title={exactTime(shown.startsAt, language)}>{periodText(shown.startsAt, shown.endsAt, nowMs, language)}</Text>
  );
}

function RunningActions({ occurrence, onEnded }: { occurrence: Occurrence; onEnded: () => void }) {
  const { t } = useTranslation();
  const ending = useEnding(occurrence, onEnded);
  return (
    <>
      <EndingButtons state={ending} name={occurrence.name} />
      {ending.failure !== null && <FailureNotice title={t('maintenance.endFailed')} failure={ending.failure} />}
    </>
  );
}

const MAX_NAMES = 3;

/** Returns a function that names a window's monitors; deleted ones are left out. */
function useMonitorText(all: readonly WithId<Monitor>[]): (ids: readonly string[] | null) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (ids) => {
    if (ids === null) return t('maintenance.allMonitors');
    const names = all.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    if (names.length === 0) return t('maintenance.noMonitor');
    const rest = names.length - MAX_NAMES;
    const shown = rest > 1 ? [...names.slice(0, MAX_NAMES), t('maintenance.more', { count: rest })] : names;
    return listText(shown, language);
  };
}
