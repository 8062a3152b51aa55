import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { useTellSaving } from '../../lib/unsaved.ts';
import { type Outcome, OutcomeNotice } from './outcome.tsx';

type Props = {
  /** The id of the form that the button submits. */
  form: string;
  dirty: boolean;
  saving: boolean;
  /** Whether saving is disabled though there are changes. */
  disabled?: boolean;
  outcome: Outcome;
  onDiscard: () => void;
};

/** The outcome of saving a tab's form, and its buttons, which stay in place whatever the message. */
export function SaveBar({ form, dirty, saving, disabled = false, outcome, onDiscard }: Props) {
  const { t } = useTranslation();
  useTellSaving(saving);
  return (
    <Bar said={outcome && <OutcomeNotice outcome={outcome} />}>
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

/** The same bar in a tab that saves each choice at once. */
export function SavedAtOnceBar({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  return (
    <Bar said={outcome && <OutcomeNotice outcome={outcome} />}>
      <Text color="text.muted" textStyle="sm">
        {t('settings.savedAtOnce')}
      </Text>
    </Bar>
  );
}

/**
 * The bar at the bottom of each tab, always at the window's lower edge. Its data attribute keeps focused elements clear
 * of it.
 */
function Bar({ said, children }: { said: ReactNode; children: ReactNode }) {
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
      {said && (
        <Box flex="1" minW="0">
          {said}
        </Box>
      )}
      <Flex gap="2" align="center" justify="flex-end" minH="9" ms="auto">
        {children}
      </Flex>
    </Flex>
  );
}
