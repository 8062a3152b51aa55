import { type MonitorInput, type MonitorVersion, monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { DangerZone } from './danger-zone.tsx';
import { GoneDialog } from './gone-dialog.tsx';
import { MonitorForm } from './monitor-form.tsx';

type Props = { monitorId: string; stored: MonitorVersion };

/** The outcome, and the id of the monitor from then on. */
type Done = { what: 'updated' | 'merged' | 'deleted'; id: string };

/** Edits a monitor as it was when the page was opened, or deletes it. */
export function EditMonitor({ monitorId, stored }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [done, setDone] = useState<Done | null>(null);
  const [homeless, setHomeless] = useState<MonitorInput | null>(null);
  async function save(values: MonitorInput, version: number, withOthers: boolean) {
    try {
      await callApi(monitorCalls.replace, { params: { id: monitorId }, body: { ...values, version } });
      setDone({ what: withOthers ? 'merged' : 'updated', id: monitorId });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'not_found') setHomeless(values);
      else throw failure;
    }
  }
  return (
    <>
      <MonitorForm
        stored={stored}
        onSave={save}
        onCancel={() => void navigate(lastAddressOf(monitorPath(monitorId)))}
        settled={done !== null}
      >
        <DangerZone
          monitorId={monitorId}
          name={stored.name}
          onDeleted={() => setDone({ what: 'deleted', id: monitorId })}
        />
      </MonitorForm>
      <GoneDialog
        name={stored.name}
        values={homeless}
        onMade={(id) => {
          setHomeless(null);
          setDone({ what: 'updated', id });
        }}
        onDismiss={() => setHomeless(null)}
      />
      <AskDialog
        open={done !== null && done.what !== 'deleted'}
        title={t('form.updated')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(monitorPath(done?.id ?? monitorId)))}
      >
        {t('form.updatedText')} {done?.what === 'merged' && t('form.merge.kept')}
      </AskDialog>
      <AskDialog
        open={done?.what === 'deleted'}
        title={t('form.deleted')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(PATHS.monitors))}
      >
        {t('form.deletedText', { name: stored.name })}
      </AskDialog>
    </>
  );
}
