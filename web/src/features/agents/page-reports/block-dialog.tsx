import { Flex } from '@chakra-ui/react';
import { pageOperatorCalls } from '@farwatch/core/contracts/api/pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useRun } from '../../../lib/api/use-run.ts';
import type { ReportedPage } from './reported-pages.ts';

type Props = { page: ReportedPage; onDone: () => void; onClose: () => void };

/** Blocks somebody's status page for a reason that its owner sees, or allows it again. */
export function BlockDialog({ page: { slug, isBlocked }, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, run } = useRun();
  const isMissing = !isBlocked && reason.trim() === '';

  async function confirm() {
    setRefused(true);
    if (isMissing) return;
    const body = { reason: isBlocked ? null : reason };
    if (await run(() => callApi(pageOperatorCalls.block, { params: { slug }, body }))) onDone();
  }

  return (
    <AskDialog
      open
      danger={!isBlocked}
      title={t(isBlocked ? 'agents.reports.allowTitle' : 'agents.reports.blockTitle', { slug })}
      confirm={t(isBlocked ? 'agents.reports.allow' : 'agents.reports.block')}
      onConfirm={() => void confirm()}
      busy={isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="4">
        {t(isBlocked ? 'agents.reports.allowText' : 'agents.reports.blockText')}
        {!isBlocked && (
          <TextField
            label={t('agents.reports.reason')}
            hint={t('agents.reports.reasonHint')}
            maxLength={200}
            autoComplete="off"
            value={reason}
            error={isRefused && isMissing ? t('agents.reports.reasonMissing') : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {failure !== null && <FailureNotice title={t('agents.reports.failed')} failure={failure} />}
      </Flex>
    </AskDialog>
  );
}
