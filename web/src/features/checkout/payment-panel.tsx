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
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession, useUid } from '../../lib/session/session.ts';
import { useByNow } from '../../lib/time/now.ts';
import { type OrderProblem, useOrder } from './use-order.ts';

/** The payment method, the account that gets the plan, and the button to pay. `language`: the one in the address. */
export function PaymentPanel({ offer, language }: { offer: Offer; language: string | null }) {
  const { t } = useTranslation();
  const { busy, failure, proceed } = useOrder(offer, language);
  const { data: account, error } = useApi(settingsCalls.read, {});
  const isSignedIn = useUid() !== null;
  // Users must see how the payment changes their current plan before they can pay.
  const isLoading = isSignedIn && account === undefined && error === undefined;
  return (
    <Panel as="section" aria-label={t('checkout.method')} p={{ base: '4', sm: '6' }} alignSelf="start">
      <Flex direction="column" gap="5">
        <Heading as="h2" textStyle="lg" fontWeight="semibold">
          {t('checkout.method')}
        </Heading>
        <Method />
        <PlanAccount />
        {account?.plan && <PlanEffect offer={offer} current={account.plan} />}
        {isSignedIn && !account && error !== undefined && <Notice kind="warning">{t('checkout.planUnknown')}</Notice>}
        {failure !== null && <OrderFailure failure={failure} />}
        <BusyButton
          colorPalette="accent"
          w="full"
          h="11"
          loading={busy || isLoading}
          loadingText={t(busy ? 'checkout.processing' : 'loading')}
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

/** The account that gets the plan. Signed-out users can sign in first and return here. */
function PlanAccount() {
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
      <TextLink to={PATHS.login} state={{ requestedPath: `${pathname}${search}` } satisfies NavigationState}>
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
  if (failure === 'not-stored') return t('checkout.errors.storageBlocked');
  return failureText(failure).reason ?? t('checkout.errors.unknown');
}

type EffectProps = { offer: Offer; current: NonNullable<Settings['plan']> };

/** How paying changes the account's active plan: warns if another plan replaces it. */
function PlanEffect({ offer, current }: EffectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, price } = current;
  const until = Date.parse(current.until);
  const plan = { name, price, since: Date.parse(current.since), until };
  const effect = useByNow((nowMs) => paymentEffect(offer, plan, nowMs));
  if (effect === 'starts') return null;
  return (
    <Notice kind={effect === 'replaces' ? 'warning' : 'info'}>
      {t(`checkout.${effect}`, { plan: name, date: fullDate(until, language) })}
    </Notice>
  );
}
