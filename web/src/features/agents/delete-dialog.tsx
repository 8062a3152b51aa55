import { Box, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Notice } from '../../components/notice.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { failureText } from '../../lib/api/failure-text.ts';

type Props = {
  /** Which agent; null while nothing is asked. */
  agent: { id: string; name: string } | null;
  onClose: () => void;
};

/** Asks before an agent is deleted for good, and says why where that fails. */
export function DeleteDialog({ agent, onClose }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // As it was when the question was asked: it is gone before the dialog has faded.
  const [asked, setAsked] = useState(agent);
  if (agent && agent !== asked) setAsked(agent);

  function close() {
    setFailure(null);
    onClose();
  }

  async function remove(id: string) {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(`/agents/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' });
      close();
    } catch (thrown) {
      // Deleted elsewhere meanwhile, or by a call whose answer was lost.
      if (thrown instanceof ApiFailure && thrown.code === 'not_found') close();
      else setFailure(thrown);
    }
    setBusy(false);
  }

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
    >
      {failure !== null && (
        <Box mb="4">
          <Notice kind="error">{t('agents.delete.failed', { reason: reasonOf(failure) })}</Notice>
        </Box>
      )}
      <Text overflowWrap="anywhere">{t('agents.delete.text', { name: asked?.name })}</Text>
      <Text mt="2" color="text.muted">
        {t('agents.delete.hint')}
      </Text>
    </AskDialog>
  );

  function reasonOf(thrown: unknown): string {
    const found = failureText(thrown);
    return 'key' in found ? t(found.key) : found.text;
  }
}
