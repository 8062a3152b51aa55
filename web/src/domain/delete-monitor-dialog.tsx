import { Text } from '@chakra-ui/react';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api/client.ts';
import { unlessDeleted } from '../lib/api/use-saving.ts';
import { deletions, UNDO_SEC } from '../lib/deletion/deletions.ts';
import { AskDialog } from '../ui/overlay/ask-dialog.tsx';

type Props = {
  monitorId: string;
  name: string;
  /** Called once it has disappeared; it can still be undone. */
  onDeleted?: () => void;
  /** Called if it is undone or fails. */
  onRestored?: () => void;
  onClose: () => void;
  returnTo?: () => HTMLElement | null;
};

/** Confirms that a monitor is deleted with its endpoints, and deletes it. */
export function DeleteMonitorDialog({ monitorId, name, onDeleted, onRestored, onClose, returnTo }: Props) {
  const { t } = useTranslation();
  function remove() {
    deletions.remove({
      ids: [monitorId],
      deleted: { name },
      call: () => unlessDeleted(callApi(monitorCalls.remove, { params: { id: monitorId } })),
      failed: t('form.errors.deleteFailed'),
      ...(onRestored && { onRestored }),
    });
    onClose();
    onDeleted?.();
  }
  return (
    <AskDialog
      open
      title={t('form.delete')}
      confirm={t('form.delete')}
      danger
      onConfirm={remove}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
      {...(returnTo && { returnTo })}
    >
      <Text>{t('form.deleteText', { name })}</Text>
      <Text mt="3">{t('undoFor', { count: UNDO_SEC })}</Text>
    </AskDialog>
  );
}
