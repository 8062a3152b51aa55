import { Button } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMonitors } from '../../../lib/live/account.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { draftOf, newDraft } from './draft.ts';
import { useWindowForm } from './use-window-form.ts';
import { WindowFields } from './window-fields.tsx';

type Props = {
  /** Null to plan one. */
  window: WithId<Maintenance> | null;
  /** The day to plan it on, YYYY-MM-DD; null for the next full hour. */
  date: string | null;
  onSaved: (name: string) => void;
  onClose: () => void;
};

/** Plans or edits a window. Asks before what was entered is lost. */
export function WindowDialog({ window, date, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const monitors = data?.items ?? [];
  const [isLeaving, setLeaving] = useState(false);
  const [initial] = useState(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const existing = monitors.map(({ id }) => id);
    return window ? draftOf(window, existing) : newDraft(currentMs(), timeZone, date);
  });
  const form = useWindowForm(initial, window?.id ?? null, onSaved);

  function leave() {
    if (form.isBusy) return;
    if (form.isDirty) setLeaving(true);
    else onClose();
  }

  return (
    <>
      <AppDialog
        open
        size="lg"
        title={window ? t('maintenance.form.editTitle', { name: window.name }) : t('maintenance.plan')}
        onClose={leave}
        footer={
          <>
            <Button variant="outline" borderColor="edge" disabled={form.isBusy} onClick={leave}>
              {t('cancel')}
            </Button>
            <BusyButton colorPalette="accent" loading={form.isBusy} onClick={form.save}>
              {t(window ? 'maintenance.form.save' : 'maintenance.form.create')}
            </BusyButton>
          </>
        }
      >
        <WindowFields form={form} monitors={monitors} isNew={window === null} />
      </AppDialog>
      <AskDialog
        open={isLeaving}
        title={t('maintenance.form.discardTitle')}
        confirm={t('maintenance.form.discard')}
        onConfirm={onClose}
        dismiss={{ text: t('maintenance.form.keep'), onDismiss: () => setLeaving(false) }}
        danger
      >
        {t('maintenance.form.discardText')}
      </AskDialog>
    </>
  );
}
