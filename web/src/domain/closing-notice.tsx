import { Flex } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api/client.ts';
import { useSaving } from '../lib/api/use-saving.ts';
import { useMayCall } from '../lib/session/session.ts';
import { useByNow } from '../lib/time/now.ts';
import { FailureNotice } from '../ui/feedback/failure-notice.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { BusyButton } from '../ui/form/busy-button.tsx';
import { TextWithParts } from '../ui/text/text-with-parts.tsx';
import { FullDate } from '../ui/text/time.tsx';

/** Shows when a closed account is deleted, with a button that keeps it. */
export default function ClosingNotice({ closesAt }: { closesAt: number }) {
  const { t } = useTranslation();
  const isDue = useByNow((nowMs) => nowMs >= closesAt);
  const mayCall = useMayCall();
  const { isBusy, done, failure, save } = useSaving();
  const keep = () => void save(() => callApi(accountCalls.keep, {}));

  // It stays busy until the live profile no longer has the date, which removes it.
  const isKeeping = isBusy || done !== undefined;
  const button = mayCall(accountCalls.keep) && (
    <BusyButton size="sm" variant="outline" loading={isKeeping} onClick={keep}>
      {t('account.closing.keep')}
    </BusyButton>
  );
  return (
    <Flex direction="column" gap="2">
      <Notice kind="warning" action={button}>
        {isDue ? (
          t('account.closing.due')
        ) : (
          <TextWithParts text={t('account.closing.text')} parts={{ date: <FullDate atMs={closesAt} /> }} />
        )}
      </Notice>
      {failure !== null && <FailureNotice title={t('account.closing.failed')} failure={failure} />}
    </Flex>
  );
}
