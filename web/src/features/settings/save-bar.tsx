import { Box, Button, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { type Outcome, OutcomeNotice } from './outcome.tsx';

type Props = {
  dirty: boolean;
  saving: boolean;
  /** Not to be saved at present, though there is something to save. */
  disabled?: boolean;
  outcome: Outcome;
  onDiscard: () => void;
};

/** The end of a form: how saving it went, and its buttons, which keep their place whatever is said. */
export function SaveBar({ dirty, saving, disabled = false, outcome, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <Flex direction={{ base: 'column-reverse', md: 'row' }} align={{ base: 'stretch', md: 'center' }} gap="3" minH="11">
      {outcome && (
        <Box flex="1" minW="0">
          <OutcomeNotice outcome={outcome} />
        </Box>
      )}
      <Flex gap="2" justify="flex-end" ms="auto">
        {dirty && (
          <Button variant="outline" borderColor="edge" disabled={saving} onClick={onDiscard}>
            {t('settings.discard')}
          </Button>
        )}
        <Button type="submit" colorPalette="accent" disabled={!dirty || disabled} loading={saving}>
          {t('settings.save')}
        </Button>
      </Flex>
    </Flex>
  );
}
