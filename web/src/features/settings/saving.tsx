import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/api/failure-text.ts';
import type { Saving } from '../../lib/api/use-saving.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';

/** The sentences that report what a save or test has done. */
export type DoneTexts = readonly ParseKeys[];

/** The properties of what shows a save's outcome. */
export type OutcomeProps = {
  saving: Pick<Saving<DoneTexts>, 'done' | 'failure'>;
  /** A sentence for a failure. */
  failed: ParseKeys;
};

/** Shows success, or the failure with its reason and the advice; nothing before the first save and after a change. */
export function OutcomeNotice({ saving: { done, failure }, failed }: OutcomeProps) {
  const { t } = useTranslation();
  if (failure !== null) {
    return <FailureNotice title={failureText(failure).advice ? undefined : t(failed)} failure={failure} />;
  }
  if (done === undefined) return null;
  return <Notice kind="success">{done.map((key) => t(key)).join(' ')}</Notice>;
}

type TryProps = { text: string; isBusy: boolean; disabled?: boolean; onClick: () => void };

/** The button of a test or a search, which keeps its text while that runs. */
export function TryButton({ text, isBusy, disabled = false, onClick }: TryProps) {
  return (
    <BusyButton variant="outline" disabled={disabled} loading={isBusy} loadingText={text} onClick={onClick}>
      {text}
    </BusyButton>
  );
}

type Props = OutcomeProps & {
  /** The id of the form that the button submits. */
  form: string;
  dirty: boolean;
  saving: Saving<DoneTexts>;
  /** Disables saving even if there are changes. */
  disabled?: boolean;
  onDiscard: () => void;
};

/** The outcome of saving a tab's form, and its buttons, once there is something to save. */
export function SaveBar({ form, dirty, saving, failed, disabled = false, onDiscard }: Props) {
  const { t } = useTranslation();
  const { isBusy, done, failure } = saving;
  if (!dirty && !isBusy && done === undefined && failure === null) return null;
  function discard() {
    saving.forget();
    onDiscard();
  }
  return (
    <Bar saving={saving} failed={failed}>
      {dirty && (
        <Button variant="outline" disabled={isBusy} onClick={discard}>
          {t('settings.discard')}
        </Button>
      )}
      <BusyButton type="submit" form={form} colorPalette="accent" disabled={!dirty || disabled} loading={isBusy}>
        {t('settings.save')}
      </BusyButton>
    </Bar>
  );
}

/** The bar of a tab that saves each choice immediately. */
export function AutoSaveBar(outcome: OutcomeProps) {
  const { t } = useTranslation();
  return (
    <Bar {...outcome}>
      <Text color="text.muted" textStyle="sm">
        {t('settings.savedAutomatically')}
      </Text>
    </Bar>
  );
}

/** The bar at the lower edge of the window. Its data attribute keeps focused elements from hiding behind it. */
function Bar({ children, ...outcome }: OutcomeProps & { children: ReactNode }) {
  const { done, failure } = outcome.saving;
  return (
    <Flex
      data-foot-bar=""
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'center' }}
      gap="3"
      position="sticky"
      bottom="0"
      zIndex="docked"
      mt="auto"
      mx={{ base: '-4', md: '0' }}
      mb={{ base: '-4', md: '-6' }}
      px={{ base: '4', md: '0' }}
      py="3"
      minH="16"
      borderTopWidth="1px"
      bg="surface"
    >
      {(done !== undefined || failure !== null) && (
        <Box flex="1" minW="0">
          <OutcomeNotice {...outcome} />
        </Box>
      )}
      <Flex gap="2" align="center" justify="flex-end" minH="9" ms="auto">
        {children}
      </Flex>
    </Flex>
  );
}
