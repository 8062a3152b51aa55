import { Flex, Text } from '@chakra-ui/react';
import { type MonitorInput, monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency-key.ts';

type Props = {
  name: string;
  /** The values that could not be saved; null while the monitor exists. */
  values: MonitorInput | null;
  /** Called with the id of the monitor created in its place. */
  onCreated: (id: string) => void;
  onDismiss: () => void;
};

/** Shown if the monitor was deleted elsewhere: creates a new one from the form's content, or keeps it in the form. */
export function MonitorDeletedDialog({ name, values, onCreated, onDismiss }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [failure, setFailure] = useState<unknown>(null);
  async function create(body: MonitorInput) {
    setBusy(true);
    setFailure(null);
    try {
      const { id } = await callApi(monitorCalls.create, { body: { ...body, idempotencyKey } });
      onCreated(id);
    } catch (thrown) {
      setFailure(thrown);
    }
    setBusy(false);
  }
  return (
    <AskDialog
      open={values !== null}
      title={t('form.merge.goneTitle')}
      confirm={t('form.merge.createAgain')}
      busy={busy}
      onConfirm={() => values && void create(values)}
      dismiss={{ text: t('form.merge.back'), onDismiss }}
    >
      <Flex direction="column" gap="3">
        {failure !== null && <FailureNotice title={t('form.errors.createFailed')} failure={failure} />}
        <Text>{t('form.merge.gone', { name })}</Text>
        <Text color="text.muted">{t('form.merge.goneHint')}</Text>
      </Flex>
    </AskDialog>
  );
}
