import { Flex, Text } from '@chakra-ui/react';
import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../lib/api/client.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useRun } from '../../lib/api/use-run.ts';

type Props = { page: PageAnswer; returnTo: () => HTMLElement | null; onDeleted: () => void; onClose: () => void };

/** Names what is lost before a page is deleted, and deletes it. */
export function DeleteDialog({ page: { slug, title, address }, returnTo, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useApi(pageCalls.get, { params: { slug } });
  const { isBusy, failure, run } = useRun();
  const subscribers = data?.subscribers ?? 0;
  const remove = async () => {
    if (await run(() => callApi(pageCalls.remove, { params: { slug } }))) onDeleted();
  };
  return (
    <AskDialog
      open
      danger
      title={t('pages.delete.title', { title })}
      confirm={t('pages.delete.confirm')}
      onConfirm={() => void remove()}
      busy={isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
      returnTo={returnTo}
    >
      <Flex direction="column" gap="3">
        <Text overflowWrap="anywhere">{t('pages.delete.text', { address })}</Text>
        {subscribers > 0 && <Text>{t('pages.delete.subscribers', { count: subscribers })}</Text>}
        <Text color="text.muted">{t('pages.delete.kept')}</Text>
        {failure !== null && <FailureNotice title={t('pages.delete.failed')} failure={failure} />}
      </Flex>
    </AskDialog>
  );
}
