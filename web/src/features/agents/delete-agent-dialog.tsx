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
  /** What is focused after deletion, when the opener is gone too. */
  returnTo: () => HTMLElement | null;
};

/** Asks before an agent is permanently deleted, and shows why if that fails. */
export function DeleteAgentDialog({ agent, onClose, returnTo }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The agent as it was when the dialog opened: it is gone before the dialog has faded out.
  const [asked, setAsked] = useState(agent);
  if (agent && agent !== asked) setAsked(agent);
  const isGone = useRef(false);

  function leave() {
    isGone.current = true;
    close();
  }

  function close() {
    setFailure(null);
    onClose();
  }

  async function remove(id: string) {
    isGone.current = false;
    setBusy(true);
    setFailure(null);
    try {
      await callApi(agentCalls.remove, { params: { id } });
      leave();
    } catch (thrown) {
      // Already deleted elsewhere, or by an earlier call whose answer was lost.
      if (thrown instanceof ApiFailure && thrown.code === 'not_found') leave();
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
      returnTo={() => (isGone.current ? returnTo() : null)}
    >
      {failure !== null && (
        <Box mb="4">
          <Notice kind="error">{t('agents.delete.failed', { reason })}</Notice>
        </Box>
      )}
      <Text overflowWrap="anywhere">{t('agents.delete.text', { name: asked?.name })}</Text>
      <Text mt="2" color="text.muted">
        {t('agents.delete.hint')}
      </Text>
    </AskDialog>
  );
}
