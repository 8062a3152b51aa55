import { Box, Text } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { failureText } from '../../lib/api/failure-text.ts';

type Props = {
  /** The agent to delete; null while the dialog is closed. */
  agent: { id: string; name: string } | null;
  onClose: () => void;
  /** The element to focus after deletion, because the opener no longer exists. */
  returnTo: () => HTMLElement | null;
};

/** Confirms the permanent deletion of an agent, and shows the reason if it fails. */
export function DeleteAgentDialog({ agent, onClose, returnTo }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // Kept while the dialog fades out, when `agent` is already null.
  const [shown, setShown] = useState(agent);
  if (agent && agent !== shown) setShown(agent);
  const isDeleted = useRef(false);

  function finish() {
    isDeleted.current = true;
    close();
  }

  function close() {
    setFailure(null);
    onClose();
  }

  async function remove(id: string) {
    isDeleted.current = false;
    setBusy(true);
    setFailure(null);
    try {
      await callApi(agentCalls.remove, { params: { id } });
      finish();
    } catch (thrown) {
      // Already deleted elsewhere, or by an earlier call whose response was lost.
      if (thrown instanceof ApiFailure && thrown.code === 'not_found') finish();
      else setFailure(thrown);
    }
    setBusy(false);
  }

  const reason = failureText(failure).reason ?? t('failure.unexpected');
  return (
    <AskDialog
      open={agent !== null}
      title={t('agents.actions.delete')}
      confirm={t('agents.actions.delete')}
      busyText={t('agents.delete.busy')}
      danger
      busy={isBusy}
      onConfirm={() => agent && void remove(agent.id)}
      dismiss={{ text: t('cancel'), onDismiss: close }}
      returnTo={() => (isDeleted.current ? returnTo() : null)}
    >
      {failure !== null && (
        <Box mb="4">
          <Notice kind="error">{t('agents.delete.failed', { reason })}</Notice>
        </Box>
      )}
      <Text overflowWrap="anywhere">{t('agents.delete.text', { name: shown?.name })}</Text>
      <Text mt="2" color="text.muted">
        {t('agents.delete.hint')}
      </Text>
    </AskDialog>
  );
}
