import { Flex } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api/client.ts';
import { useByNow } from '../lib/time/now.ts';
import { FailureNotice } from '../ui/feedback/failure-notice.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { BusyButton } from '../ui/form/busy-button.tsx';
import { TextWithParts } from '../ui/text/text-with-parts.tsx';
import { FullDate } from '../ui/text/time.tsx';

/** Says when a closed account is deleted, with a button that keeps it. */
export default function ClosingNotice({ closesAt }: { closesAt: number }) {
  const { t } = useTranslation();
  const isDue = useByNow((nowMs) => nowMs >= closesAt);
  const [isKeeping, setKeeping] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function keep() {
    setKeeping(true);
    setFailure(null);
    try {
      // The button stays busy until the live profile no longer has the date, which removes it.
      await callApi(accountCalls.keep, {});
    } catch (thrown) {
      setFailure(thrown);
      setKeeping(false);
    }
  }

  const button = (
    <BusyButton size="sm" variant="outline" loading={isKeeping} onClick={() => void keep()}>
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
