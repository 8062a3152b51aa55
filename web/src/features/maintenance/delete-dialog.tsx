import { Flex } from '@chakra-ui/react';
import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import type { WithId } from '../../lib/live/read-document.ts';

type Props = {
  window: WithId<Maintenance>;
  returnTo: () => HTMLElement | null;
  onDeleted: (window: Maintenance) => void;
  onClose: () => void;
};

/** Asks before a window is deleted, and deletes it. */
export function DeleteDialog({ window, returnTo, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function remove() {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(maintenanceCalls.remove, { params: { id: window.id } });
      onDeleted(window);
    } catch (thrown) {
      setFailure(thrown);
      setBusy(false);
    }
  }

  return (
    <AskDialog
      open
      danger
      title={t('maintenance.remove.title')}
      confirm={t('maintenance.remove.confirm')}
      onConfirm={() => void remove()}
      busy={isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
      returnTo={returnTo}
    >
      <Flex direction="column" gap="3">
        {t('maintenance.remove.text', { name: window.name })}
        {failure !== null && <FailureNotice title={t('maintenance.remove.failed')} failure={failure} />}
      </Flex>
    </AskDialog>
  );
}
