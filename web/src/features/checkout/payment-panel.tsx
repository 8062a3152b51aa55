import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { Offer } from '@farwatch/core/payments/plans';
import { Bitcoin, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Panel } from '../../components/panel.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { OrderFailure } from './order-failure.tsx';
import { useOrder } from './use-order.ts';

/** The one way to pay, for whom, and the button that goes there. `language` is what the address asks for. */
export function PaymentPanel({ offer, language }: { offer: Offer; language: string | null }) {
  const { t } = useTranslation();
  const { busy, failure, proceed } = useOrder(offer, language);
  return (
    <Panel as="section" aria-label={t('checkout.method')} p={{ base: '4', sm: '6' }} alignSelf="start">
      <Flex direction="column" gap="5">
        <Heading as="h2" textStyle="lg" fontWeight="semibold">
          {t('checkout.method')}
        </Heading>
        <Method />
        <ForWhom />
        {failure !== null && <OrderFailure failure={failure} />}
        <Button
          colorPalette="accent"
          w="full"
          h="11"
          loading={busy}
          loadingText={t('checkout.processing')}
          onClick={proceed}
        >
          {t('checkout.proceed')}
        </Button>
      </Flex>
    </Panel>
  );
}

function Method() {
  const { t } = useTranslation();
  return (
    <Box borderWidth="1px" borderColor="accent" borderRadius="l2" bg="accent.subtle" p="4">
      <Flex align="center" gap="3" color="accent">
        <Bitcoin size={20} aria-hidden="true" />
        <Text flex="1" fontWeight="medium" color="text">
          {t('checkout.methodName')}
        </Text>
        <CircleCheck size={20} aria-hidden="true" />
      </Flex>
      <Text textStyle="sm" color="text.muted" mt="1" ps={{ sm: '8' }}>
        {t('checkout.methodText')}
      </Text>
    </Box>
  );
}

/** Whose plan it will be; signed-out users may sign in first and come back here. */
function ForWhom() {
  const { t } = useTranslation();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.state === 'verified') {
    return (
      <Text textStyle="sm" color="text.muted" overflowWrap="anywhere">
        {t('checkout.forAccount', { account: session.user.email })}
      </Text>
    );
  }
  return (
    <Text textStyle="sm" color="text.muted">
      {t('checkout.signedOut')}{' '}
      <TextLink to={PATHS.login} state={{ asked: `${pathname}${search}` }}>
        {t('checkout.signIn')}
      </TextLink>
    </Text>
  );
}
