import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import type { Maintenance, MaintenanceFields } from '@farwatch/core/documents/maintenance';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { type Draft, draftOf, draftSchema, newDraft, REFUSED_FIELDS } from './draft.ts';
import { WindowFields } from './window-fields.tsx';

type Props = {
  /** The window to edit; null to plan one. */
  window: WithId<Maintenance> | null;
  /** The day to plan it on, YYYY-MM-DD; null for the next full hour. */
  date: string | null;
  onSaved: (name: string) => void;
  onClose: () => void;
};

/** Plans or edits a window. Confirms before input is lost. */
export default function WindowDialog({ window, date, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const monitors = data?.items ?? [];
  const [defaultValues] = useState(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const existing = monitors.map(({ id }) => id);
    return window ? draftOf(window, existing) : newDraft(currentMs(), timeZone, date);
  });
  const form = useForm<Draft, unknown, MaintenanceFields>({ defaultValues, resolver: zodResolver(draftSchema) });
  const { isDirty, isSubmitted, submitCount } = form.formState;
  const saving = useSaving();
  useMarkedIssues(form, saving.failure, REFUSED_FIELDS);
  const submit = form.handleSubmit(async (body) => {
    const isDone = await saving.save(async () => {
      if (window === null) await callApi(maintenanceCalls.create, { body });
      else await callApi(maintenanceCalls.change, { params: { id: window.id }, body });
    });
    if (isDone) onSaved(body.name);
  });

  useOnChange(JSON.stringify(form.watch()), () => {
    saving.forget();
    // Whether a field is valid can depend on the others.
    if (isSubmitted) void form.trigger();
  });

  return (
    <FormDialog
      title={window ? t('maintenance.form.editTitle', { name: window.name }) : t('maintenance.plan')}
      confirm={t(window ? 'maintenance.form.save' : 'maintenance.form.create')}
      saving={saving}
      failed={t('maintenance.form.failed')}
      isDirty={isDirty}
      attempts={submitCount}
      discard={{
        title: t('maintenance.form.discardTitle'),
        text: t('maintenance.form.discardText'),
        confirm: t('maintenance.form.discard'),
        dismiss: t('maintenance.form.keep'),
      }}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <WindowFields form={form} monitors={monitors} isNew={window === null} />
    </FormDialog>
  );
}
