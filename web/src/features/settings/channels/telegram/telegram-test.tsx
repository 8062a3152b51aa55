import { Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../../components/form/busy-button.tsx';
import { StatusLabel } from '../../../../components/status/status.tsx';
import { type Outcome, OutcomeNotice } from '../../outcome.tsx';

type Props = {
  /** Both token and chat are filled in. */
  complete: boolean;
  verified: boolean;
  testing: boolean;
  disabled: boolean;
  outcome: Outcome;
  onTest: () => void;
};

/** Whether messages reach the chat, and a button that finds out by sending one. */
export function TelegramTest({ complete, verified, testing, disabled, outcome, onTest }: Props) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex align="center" gap="4" wrap="wrap">
        <BusyButton
          variant="outline"
          borderColor="edge"
          disabled={!complete || disabled}
          loading={testing}
          loadingText={t('notifications.test')}
          onClick={onTest}
        >
          {t('notifications.test')}
        </BusyButton>
        {complete ? (
          <StatusLabel
            look={verified ? 'up' : 'pending'}
            text={verified ? t('notifications.verified') : t('notifications.unverified')}
          />
        ) : (
          <Text color="text.muted">{t('notifications.incomplete')}</Text>
        )}
      </Flex>
      {outcome && <OutcomeNotice outcome={outcome} />}
    </Flex>
  );
}
