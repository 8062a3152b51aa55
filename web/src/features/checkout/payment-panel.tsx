import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { type Settings, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { paymentEffect } from '@farwatch/core/decisions/payments/paid-plan';
import type { Offer } from '@farwatch/core/decisions/payments/plans';
import type { TFunction } from 'i18next';
import { Bitcoin, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { TextLink } from '../../components/navigation/links.tsx';
import { failureText } from '../../lib/api/failure-text.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { fullDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession, useUid } from '../../lib/session/session.ts';
import { useByNow } from '../../lib/time/now.ts';
import { type OrderProblem, useOrder } from './use-order.ts';

/** The payment method, the account it is for, and the button to pay. `language` is the one in the address. */
export function PaymentPanel({ offer, language }: { offer: Offer; language: string | null }) {
  const { t } = useTranslation();
  const { busy, failure, proceed } = useOrder(offer, language);
  const { data: account, error } = useApi(settingsCalls.read, {});
  const isSignedIn = useUid() !== null;
  // Nobody is to pay before it is said what that does to the plan that runs.
  const isRequesting = isSignedIn && account === undefined && error === undefined;
  return (
    <Panel as="section" aria-label={t('checkout.method')} p={{ base: '4', sm: '6' }} alignSelf="start">
      <Flex direction="column" gap="5">
        <Heading as="h2" textStyle="lg" fontWeight="semibold">
          {t('checkout.method')}
        </Heading>
        <Method />
        <ForWhom />
        {account?.plan && <Effect offer={offer} running={account.plan} />}
        {isSignedIn && !account && error !== undefined && <Notice kind="warning">{t('checkout.planUnknown')}</Notice>}
        {failure !== null && <OrderFailure failure={failure} />}
        <BusyButton
          colorPalette="accent"
          w="full"
          h="11"
          loading={busy}
          loadingText={t('checkout.processing')}
          disabled={isRequesting}
          onClick={proceed}
        >
          {t('checkout.proceed')}
        </BusyButton>
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

/** The account that gets the plan. Signed-out users may sign in first and return here. */
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

/** Why no order was created, and that nothing was charged. */
function OrderFailure({ failure }: { failure: OrderProblem }) {
  const { t } = useTranslation();
  return (
    <Notice kind="error">
      <Text fontWeight="medium">{textOf(failure, t)}</Text>
      {typeof failure !== 'string' && <Text textStyle="sm">{t('checkout.errors.nothingCharged')}</Text>}
    </Notice>
  );
}

function textOf(failure: OrderProblem, t: TFunction): string {
  if (failure === 'empty') return t('checkout.errors.empty');
  if (failure === 'not-kept') return t('checkout.errors.storageBlocked');
  return failureText(failure).reason ?? t('checkout.errors.unknown');
}

type EffectProps = { offer: Offer; running: NonNullable<Settings['plan']> };

/** What paying does to the account's plan while it runs: warns that a different one ends it. */
function Effect({ offer, running }: EffectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, price } = running;
  const until = Date.parse(running.until);
  const plan = { name, price, since: Date.parse(running.since), until };
  const effect = useByNow((nowMs) => paymentEffect(offer, plan, nowMs));
  if (effect === 'begins') return null;
  return (
    <Notice kind={effect === 'replaces' ? 'warning' : 'info'}>
      {t(`checkout.${effect}`, { plan: name, date: fullDate(until, language) })}
    </Notice>
  );
}
