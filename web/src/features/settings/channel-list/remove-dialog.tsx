import { Flex } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { OutcomeNotice, useSave } from '../saving.tsx';

type Props = { channel: ChannelAnswer; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Asks before a channel is deleted, and deletes it. */
export function RemoveDialog({ channel: { id, name }, onRemoved, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useSave('channels.remove.failed');
  const run = () =>
    remove.run(async () => {
      await callApi(channelCalls.remove, { params: { id } });
      await onRemoved();
      onClose();
      return null;
    });
  return (
    <AskDialog
      open
      danger
      title={t('channels.remove.title')}
      confirm={t('channels.remove.confirm')}
      onConfirm={() => void run()}
      busy={remove.busy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('channels.remove.text', { name })}
        {remove.outcome && <OutcomeNotice outcome={remove.outcome} />}
      </Flex>
    </AskDialog>
  );
}
