import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';

type Props = { monitorId: string; name: string; onDeleted: () => void };

/** Deletes the monitor after a confirmation. */
export function DangerZone({ monitorId, name, onDeleted }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'idle' | 'confirming' | 'deleting'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  async function remove() {
    setStep('deleting');
    setFailure(null);
    try {
      await callApi(monitorCalls.remove, { params: { id: monitorId } });
      onDeleted();
    } catch (thrown) {
      // Already deleted elsewhere, or by an earlier call whose response was lost.
      if (thrown instanceof ApiFailure && thrown.code === 'not_found') return onDeleted();
      setFailure(thrown);
      setStep('idle');
    }
  }
  return (
    <Panel as="section" p={{ base: '4', sm: '6' }} borderColor="danger" display="flex" flexDirection="column" gap="3">
      {failure !== null && <FailureNotice title={t('form.errors.deleteFailed')} failure={failure} />}
      <Flex align="center" justify="space-between" gap="4" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.danger')}
          </Heading>
          <Text color="text.muted">{t('form.dangerText')}</Text>
        </Flex>
        <Button variant="outline" colorPalette="danger" onClick={() => setStep('confirming')}>
          {t('form.delete')}
        </Button>
      </Flex>
      <AskDialog
        open={step !== 'idle'}
        title={t('form.delete')}
        confirm={t('form.delete')}
        danger
        busy={step === 'deleting'}
        onConfirm={() => void remove()}
        dismiss={{ text: t('cancel'), onDismiss: () => setStep('idle') }}
      >
        {t('form.deleteText', { name })}
      </AskDialog>
    </Panel>
  );
}
