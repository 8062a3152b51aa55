import { monitorSavedSchema } from '@farwatch/core/api/monitors';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { monitorPath, PATHS } from '../../lib/paths.ts';
import { DangerZone } from './danger-zone.tsx';
import { draftOf, type Saved } from './draft.ts';
import { MonitorForm } from './monitor-form.tsx';
import { useFormLimits } from './use-form-limits.ts';

type Props = { monitor: WithId<Monitor>; endpoints: readonly WithId<Endpoint>[] };

/** Edits a monitor as it was when the page was opened, or deletes it. */
export function EditMonitor({ monitor, endpoints }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const limits = useFormLimits();
  const [stored] = useState(() => draftOf(monitor, endpoints));
  const [done, setDone] = useState<'updated' | 'deleted' | null>(null);
  const path = `/monitors/${encodeURIComponent(monitor.id)}`;
  return (
    <>
      <MonitorForm
        stored={stored}
        limits={limits}
        onSave={async (values: Saved) => {
          await callApi(path, monitorSavedSchema, { method: 'PUT', body: values });
          setDone('updated');
        }}
        onCancel={() => void navigate(monitorPath(monitor.id))}
        settled={done !== null}
      >
        <DangerZone monitorId={monitor.id} name={monitor.name} onDeleted={() => setDone('deleted')} />
      </MonitorForm>
      <AskDialog
        open={done === 'updated'}
        title={t('form.updated')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(monitorPath(monitor.id))}
      >
        {t('form.updatedText')}
      </AskDialog>
      <AskDialog
        open={done === 'deleted'}
        title={t('form.deleted')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(PATHS.monitors)}
      >
        {t('form.deletedText', { name: monitor.name })}
      </AskDialog>
    </>
  );
}
