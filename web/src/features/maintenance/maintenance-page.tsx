import { Button } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Plus } from 'lucide-react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { IncidentTabs } from '../../components/incidents/incident-tabs.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useServerClock } from '../../lib/api/queries.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useMaintenance } from '../../lib/live/maintenance.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { MonthCalendar } from './calendar/month-calendar.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { WindowDialog } from './form/window-dialog.tsx';
import { groupWindows } from './periods.ts';
import { WindowSections } from './window-sections.tsx';

type Open = { dialog: 'plan'; date: string | null } | { dialog: 'edit' | 'delete'; window: WithId<Maintenance> } | null;

/** /incidents/maintenance: the account's maintenance windows as lists and a calendar, live. */
export default function MaintenancePage() {
  const { t } = useTranslation();
  useTitle(t('maintenance.title'));
  useServerClock();
  const live = useMaintenance();
  const monitors = useMonitors().data?.items;
  const nowMs = useNow(5 * SECOND_MS);
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<string | null>(null);
  const planButton = useRef<HTMLButtonElement>(null);
  const windows = live.data?.items;
  const groups = useMemo(() => windows && groupWindows(windows, nowMs), [windows, nowMs]);
  const isLoaded = windows !== undefined && monitors !== undefined;
  const plan = (date: string | null) => show({ dialog: 'plan', date });

  function show(next: Open) {
    setDone(null);
    setOpen(next);
  }

  return (
    <>
      <PageHeader
        title={t('maintenance.title')}
        subtitle={t('maintenance.subtitle')}
        actions={<PlanButton ref={planButton} onPlan={() => plan(null)} />}
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
            onDelete={(window) => show({ dialog: 'delete', window })}
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
        <WindowDialog
          window={open.dialog === 'edit' ? open.window : null}
          date={open.dialog === 'plan' ? open.date : null}
          onSaved={(name) => {
            setDone(t('maintenance.saved', { name }));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          window={open.window}
          returnTo={() => planButton.current}
          onDeleted={({ name }) => {
            setDone(t('maintenance.deleted', { name }));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function PlanButton({ onPlan, ref }: { onPlan: () => void; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation();
  return (
    <Button ref={ref} colorPalette="accent" onClick={onPlan}>
      <Plus aria-hidden="true" />
      {t('maintenance.plan')}
    </Button>
  );
}
