import { type MonitorInput, type MonitorVersion, monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { CopyZone } from './copy-zone.tsx';
import { DangerZone } from './danger-zone.tsx';
import { MonitorDeletedDialog } from './monitor-deleted-dialog.tsx';
import { MonitorForm } from './monitor-form.tsx';

type Props = { monitorId: string; stored: MonitorVersion };

/** `id`: that of the monitor, which is a new one if it was created again. */
type Outcome = { kind: 'updated' | 'merged' | 'deleted'; id: string };

/** Edits a monitor in its state when the page was opened, or deletes it. */
export function EditMonitor({ monitorId, stored }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [unsaved, setUnsaved] = useState<MonitorInput | null>(null);
  async function save(values: MonitorInput, version: number, includesOthers: boolean) {
    try {
      await callApi(monitorCalls.replace, { params: { id: monitorId }, body: { ...values, version } });
      setOutcome({ kind: includesOthers ? 'merged' : 'updated', id: monitorId });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'not_found') setUnsaved(values);
      else throw failure;
    }
  }
  return (
    <>
      <MonitorForm
        monitorId={monitorId}
        stored={stored}
        onSave={save}
        onCancel={() => void navigate(lastAddressOf(monitorPath(monitorId)))}
        isFinished={outcome !== null}
      >
        <CopyZone monitorId={monitorId} />
        <DangerZone
          monitorId={monitorId}
          name={stored.name}
          onDeleted={() => setOutcome({ kind: 'deleted', id: monitorId })}
        />
      </MonitorForm>
      <MonitorDeletedDialog
        name={stored.name}
        values={unsaved}
        onCreated={(id) => {
          setUnsaved(null);
          setOutcome({ kind: 'updated', id });
        }}
        onDismiss={() => setUnsaved(null)}
      />
      <AskDialog
        open={outcome !== null && outcome.kind !== 'deleted'}
        title={t('form.updated')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(monitorPath(outcome?.id ?? monitorId)))}
      >
        {t('form.updatedText')} {outcome?.kind === 'merged' && t('form.merge.kept')}
      </AskDialog>
      <AskDialog
        open={outcome?.kind === 'deleted'}
        title={t('form.deleted')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(PATHS.monitors))}
      >
        {t('form.deletedText', { name: stored.name })}
      </AskDialog>
    </>
  );
}
