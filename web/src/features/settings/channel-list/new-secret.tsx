import { Flex, Text } from '@chakra-ui/react';
import { channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { CopyField } from '../../../components/form/copy.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useSave } from '../saving.tsx';
import { OutcomePart } from './channel-fields.tsx';
import { TEST_TIMEOUT_MS } from './use-channel-form.ts';

type Props = { saved: SavedChannel; onChanged: (channel: SavedChannel) => Promise<unknown> };

/** The secret that the server has just made, and a test with it. */
export function NewSecret({ saved, onChanged }: Props) {
  const { t } = useTranslation();
  const test = useSave('channels.form.testFailed');
  const runTest = () =>
    test.run(async () => {
      const tested = await callApi(channelCalls.testStored, { params: { id: saved.id } }, TEST_TIMEOUT_MS);
      await onChanged({ ...tested, secret: null });
      return { done: 'channels.form.tested' };
    });
  return (
    <Flex direction="column" gap="4">
      <Text>{t('channels.secret.text')}</Text>
      <CopyField
        label={t('channels.secret.label')}
        text={saved.secret}
        placeholder=""
        copyLabel={t('channels.secret.copy')}
      />
      {saved.verifiedAt === null && <Text color="text.muted">{t('channels.secret.next')}</Text>}
      <BusyButton
        variant="outline"
        borderColor="edge"
        alignSelf="flex-start"
        loading={test.busy}
        loadingText={t('channels.form.test')}
        onClick={() => void runTest()}
      >
        {t('channels.form.test')}
      </BusyButton>
      {test.outcome && <OutcomePart outcome={test.outcome} />}
    </Flex>
  );
}
