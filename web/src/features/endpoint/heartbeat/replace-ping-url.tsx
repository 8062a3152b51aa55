import { Box, Button, Text } from '@chakra-ui/react';
import { type EndpointDetail, endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';

type Props = { endpoint: EndpointDetail; pingUrl: string; onReplaced: (after: EndpointDetail) => void };

/** Replaces a ping URL that somebody else may know, after a question that says what stops working. */
export function ReplacePingUrl({ endpoint, pingUrl, onReplaced }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function close() {
    setAsking(false);
    setFailure(null);
  }

  async function replace() {
    setBusy(true);
    setFailure(null);
    try {
      onReplaced(await callApi(endpointCalls.replacePingUrl, { params: { id: endpoint.id }, body: { pingUrl } }));
      setReplaced(true);
      setAsking(false);
    } catch (thrown) {
      setFailure(thrown);
    }
    setBusy(false);
  }

  return (
    <Box>
      {isReplaced && (
        <Box mb="3">
          <Notice kind="success">{t('heartbeat.replace.done')}</Notice>
        </Box>
      )}
      <Button variant="outline" borderColor="edge" size="sm" onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden="true" />
        {t('heartbeat.replace.open')}
      </Button>
      <AskDialog
        open={isAsking}
        title={t('heartbeat.replace.title')}
        confirm={t('heartbeat.replace.confirm')}
        busyText={t('heartbeat.replace.busy')}
        danger
        busy={isBusy}
        onConfirm={() => void replace()}
        dismiss={{ text: t('cancel'), onDismiss: close }}
      >
        {failure !== null && (
          <Box mb="4">
            <FailureNotice title={t('heartbeat.replace.failed')} failure={failure} />
          </Box>
        )}
        <Text overflowWrap="anywhere">{t('heartbeat.replace.text', { name: endpoint.name })}</Text>
        <Text mt="2" color="text.muted">
          {t('heartbeat.replace.hint')}
        </Text>
      </AskDialog>
    </Box>
  );
}
