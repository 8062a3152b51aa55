import { Button, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import type { Outcome, PageForm } from './use-page-form.ts';

type Props = { form: PageForm; address: string | null };

/** The outcome of the last save, and what saves, publishes and unpublishes, at the window's lower edge. */
export function SaveBar({ form, address }: Props) {
  const { t } = useTranslation();
  const { isBusy, isDirty, isNew, isPublished, outcome, failure, save } = form;
  return (
    <Flex data-foot-bar="" {...BAR}>
      {failure !== null && <FailureNotice title={t('pages.save.failed')} failure={failure} />}
      {outcome !== null && <OutcomeNotice outcome={outcome} isPublished={isPublished} address={address} />}
      <Flex gap="2" align="center" justify="flex-end" wrap="wrap">
        <Text role="status" color="text.muted" textStyle="sm" flex={{ base: '1 1 100%', sm: '1' }}>
          {t(isDirty ? 'pages.save.unsaved' : isPublished ? 'pages.save.isPublished' : 'pages.save.isDraft')}
        </Text>
        {isPublished ? (
          <Button variant="outline" borderColor="edge" disabled={isBusy} onClick={() => save(false)}>
            {t('pages.save.unpublish')}
          </Button>
        ) : (
          <BusyButton
            variant="outline"
            borderColor="edge"
            disabled={!isDirty && !isNew}
            loading={isBusy}
            onClick={() => save()}
          >
            {t('pages.save.saveDraft')}
          </BusyButton>
        )}
        {isPublished ? (
          <BusyButton colorPalette="accent" disabled={!isDirty} loading={isBusy} onClick={() => save()}>
            {t('pages.save.save')}
          </BusyButton>
        ) : (
          <BusyButton colorPalette="accent" disabled={isBusy} onClick={() => save(true)}>
            {t('pages.save.publish')}
          </BusyButton>
        )}
      </Flex>
    </Flex>
  );
}

const BAR = {
  direction: 'column',
  gap: '2',
  position: 'sticky',
  bottom: '0',
  zIndex: 'docked',
  bg: 'surface',
  borderTopWidth: '1px',
  py: '3',
  mx: { base: '-4', md: '0' },
  px: { base: '4', md: '0' },
  mb: { base: '-4', md: '-6' },
  mt: 'auto',
} as const;

type OutcomeProps = { outcome: NonNullable<Outcome>; isPublished: boolean; address: string | null };

function OutcomeNotice({ outcome, isPublished, address }: OutcomeProps) {
  const { t } = useTranslation();
  const text = outcome === 'saved' && isPublished ? 'pages.save.savedLive' : (`pages.save.${outcome}` as const);
  return (
    <Notice
      kind="success"
      action={
        isPublished &&
        address && (
          <Button size="sm" variant="outline" asChild>
            <a href={address} target="_blank" rel="noreferrer">
              {t('pages.open')}
            </a>
          </Button>
        )
      }
    >
      {t(text)}
    </Notice>
  );
}
