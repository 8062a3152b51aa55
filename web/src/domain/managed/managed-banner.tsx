import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';

/** A banner above a managed monitor, with a button that takes it from its file. */
export default function ManagedBanner({ monitorId, project }: { monitorId: string; project: string }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, save } = useSaving();
  async function release() {
    await save(() => callApi(monitorCalls.change, { params: { id: monitorId }, body: { managed: null } }));
    setAsking(false);
  }
  return (
    <>
      <Notice
        kind="info"
        action={
          <ForEditors>
            <BusyButton size="sm" variant="outline" loading={isBusy} onClick={() => setAsking(true)}>
              {t('managed.release')}
            </BusyButton>
          </ForEditors>
        }
      >
        {t('managed.text', { project })}
      </Notice>
      {failure !== null && <FailureNotice title={t('managed.releaseFailed')} failure={failure} />}
      <AskDialog
        open={isAsking}
        title={t('managed.release')}
        confirm={t('managed.release')}
        busy={isBusy}
        onConfirm={() => void release()}
        dismiss={{ text: t('cancel'), onDismiss: () => setAsking(false) }}
      >
        {t('managed.releaseText')}
      </AskDialog>
    </>
  );
}
