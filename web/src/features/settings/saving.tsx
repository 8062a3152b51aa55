import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/api/failure-text.ts';
import { useReportSaving } from '../../lib/navigation/unsaved.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';

/** Runs a save or test, one at a time, and keeps the outcome until `forget`. */
export function useSave(failed: ParseKeys) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  async function run(work: () => Promise<Outcome>) {
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await work());
    } catch (why) {
      setOutcome({ failed, why });
    } finally {
      setBusy(false);
    }
  }
  return { busy, outcome, run, forget: () => setOutcome(null) };
}

/** The outcome of the last save or test; null before the first and after a change. */
export type Outcome = { done: ParseKeys; also?: ParseKeys } | { failed: ParseKeys; why: unknown } | null;

/** Shows success, or the failure with its reason and the advice. */
export function OutcomeNotice({ outcome }: { outcome: NonNullable<Outcome> }) {
  const { t } = useTranslation();
  if ('failed' in outcome) {
    const { failed, why } = outcome;
    return <FailureNotice title={failureText(why).advice ? undefined : t(failed)} failure={why} />;
  }
  return (
    <Notice kind="success">
      {t(outcome.done)} {outcome.also && t(outcome.also)}
    </Notice>
  );
}

type Props = {
  /** The id of the form that the button submits. */
  form: string;
  dirty: boolean;
  saving: boolean;
  /** Disables saving even if there are changes. */
  disabled?: boolean;
  outcome: Outcome;
  onDiscard: () => void;
};

/** The outcome of saving a tab's form, and its buttons, which stay in place with any message. */
export function SaveBar({ form, dirty, saving, disabled = false, outcome, onDiscard }: Props) {
  const { t } = useTranslation();
  useReportSaving(saving);
  return (
    <Bar outcome={outcome}>
      {dirty && (
        <Button variant="outline" borderColor="edge" disabled={saving} onClick={onDiscard}>
          {t('settings.discard')}
        </Button>
      )}
      <BusyButton type="submit" form={form} colorPalette="accent" disabled={!dirty || disabled} loading={saving}>
        {t('settings.save')}
      </BusyButton>
    </Bar>
  );
}

/** The same bar for a tab that saves each choice immediately. */
export function AutoSaveBar({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  return (
    <Bar outcome={outcome}>
      <Text color="text.muted" textStyle="sm">
        {t('settings.savedAutomatically')}
      </Text>
    </Bar>
  );
}

/** The bar at the lower edge of the window. Its data attribute keeps focused elements from hiding behind it. */
function Bar({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
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
      {outcome && (
        <Box flex="1" minW="0">
          <OutcomeNotice outcome={outcome} />
        </Box>
      )}
      <Flex gap="2" align="center" justify="flex-end" minH="9" ms="auto">
        {children}
      </Flex>
    </Flex>
  );
}
