import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { pageOperatorCalls } from '@farwatch/core/contracts/api/pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { TimeAgo } from '../../../ui/text/time.tsx';
import { type ReportedPage, reportedPages } from './reported-pages.ts';

/** Shows what visitors reported about status pages, with buttons that block a page and allow it again. */
export default function PageReports() {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useApi(pageOperatorCalls.reports, {});
  const [chosen, setChosen] = useState<ReportedPage | null>(null);
  const pages = data && reportedPages(data.reports);
  return (
    <Section title={t('agents.reports.title')}>
      {error && !data && (
        <FailureNotice
          title={t('agents.reports.loadFailed')}
          failure={error}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      )}
      {!error && (!pages || pages.length === 0) && (
        <Text px="4" pb="4" color="text.muted">
          {pages ? t('agents.reports.none') : t('noValue')}
        </Text>
      )}
      <chakra.ul listStyleType="none" aria-label={t('agents.reports.title')} _empty={{ display: 'none' }}>
        {pages?.map((page) => (
          <ReportedItem key={page.slug} page={page} onChoose={() => setChosen(page)} />
        ))}
      </chakra.ul>
      {chosen && (
        <BlockDialog
          page={chosen}
          onDone={() => {
            setChosen(null);
            void mutate();
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}

/** The newest reports are enough to decide about a page. */
const SHOWN = 3;

function ReportedItem({ page: { slug, isBlocked, reports }, onChoose }: { page: ReportedPage; onChoose: () => void }) {
  const { t } = useTranslation();
  const address = `/status/${encodeURIComponent(slug)}`;
  return (
    <chakra.li px="4" py="3" borderTopWidth="1px">
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Flex direction="column" gap="2" flex="1 1 280px" minW="0">
          <Flex columnGap="4" rowGap="1" wrap="wrap" align="center">
            <chakra.a
              href={address}
              target="_blank"
              rel="noreferrer"
              color="accent"
              fontWeight="medium"
              textDecoration="underline"
              overflowWrap="anywhere"
              borderRadius="l1"
              focusVisibleRing="outside"
              display={{ base: 'inline-flex', sm: 'inline' }}
              alignItems="center"
              minH={{ base: '10', sm: 'auto' }}
            >
              {address}
            </chakra.a>
            {isBlocked && <StatusLabel look="down" text={t('agents.reports.blocked')} />}
          </Flex>
          {reports.slice(0, SHOWN).map(({ text, createdAt }) => (
            <Text key={`${createdAt} ${text}`} overflowWrap="anywhere" whiteSpace="pre-line">
              <bdi>{text}</bdi>{' '}
              <chakra.span color="text.muted" textStyle="sm">
                <TimeAgo atMs={Date.parse(createdAt)} />
              </chakra.span>
            </Text>
          ))}
          {reports.length > SHOWN && (
            <Text color="text.muted" textStyle="sm">
              {t('agents.reports.more', { count: reports.length - SHOWN })}
            </Text>
          )}
        </Flex>
        <Button size="sm" variant="outline" onClick={onChoose}>
          {t(isBlocked ? 'agents.reports.allow' : 'agents.reports.block')}
        </Button>
      </Flex>
    </chakra.li>
  );
}

type BlockDialogProps = { page: ReportedPage; onDone: () => void; onClose: () => void };

/** Blocks an owner's status page for a reason that the owner sees, or allows it again. */
function BlockDialog({ page: { slug, isBlocked }, onDone, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, save } = useSaving();
  const isMissing = !isBlocked && reason.trim() === '';

  async function confirm() {
    setRefused(true);
    if (isMissing) return;
    const body = { reason: isBlocked ? null : reason };
    if (await save(() => callApi(pageOperatorCalls.block, { params: { slug }, body }))) onDone();
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
