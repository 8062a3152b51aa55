import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { type PaymentEntry, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { type Settings, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { paymentEffect } from '@farwatch/core/decisions/payments/paid-plan';
import { isCustomOffer, type Offer } from '@farwatch/core/decisions/payments/plans';
import { hasMoney } from '@farwatch/core/decisions/payments/progress';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { Bitcoin, CircleCheck } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { PlanChoices } from '../../domain/payments/plan-choices.tsx';
import { PricingLink } from '../../domain/payments/pricing-link.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { fullDate } from '../../lib/format/dates.ts';
import { usd } from '../../lib/format/numbers.ts';
import { planName } from '../../lib/format/plan-name.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { canStoreClaims, storeClaim } from '../../lib/orders/claim-store.ts';
import { orderOf, rememberOrder } from '../../lib/orders/last-order.ts';
import { NAMED_ACCOUNT } from '../../lib/session/account-address.ts';
import { useSession, useUid } from '../../lib/session/session.ts';
import { useByNow, useNow } from '../../lib/time/now.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { TextLink } from '../../ui/navigation/links.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { CheckoutFrame, ContactLink } from './checkout-frame.tsx';
import { chosenPlan } from './chosen-plan.ts';
import { invoiceAddress, orderRequest } from './order-request.ts';
import { usePendingOrder } from './use-pending-order.ts';

/** /checkout: a month of the plan in the navigation state or the address. */
export default function CheckoutPage() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const chosen = chosenPlan(state, query);
  if (chosen.kind === 'unknown') return <UnknownPlan />;
  return (
    <CheckoutFrame maxW="960px">
      {query.has('cancelled') && <CancelledNotice />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '6', md: '12' }}>
        <OrderSummary offer={chosen.offer} />
        <PaymentPanel offer={chosen.offer} language={query.get('lng')} />
      </Grid>
    </CheckoutFrame>
  );
}

function UnknownPlan() {
  const { t } = useTranslation();
  return (
    <CheckoutFrame maxW="480px">
      <Panel p={{ base: '4', sm: '8' }} display="flex" flexDirection="column" gap="5">
        <Heading as="h1" textStyle="xl" fontWeight="semibold">
          {t('checkout.unknownTitle')}
        </Heading>
        <Text color="text.muted" mt="-3">
          {t('checkout.unknownText')}
        </Text>
        <PlanChoices />
      </Panel>
    </CheckoutFrame>
  );
}

/**
 * Shown after cancelling: nothing was paid, or how much was paid (the invoice may be partially paid), or that it is
 * unknown.
 */
function CancelledNotice() {
  const { t } = useTranslation();
  const uid = useUid();
  const own = useOwnOrder(uid);
  const pending = usePendingOrder();
  const order = uid === null ? pending.order : own.order;
  const isLoading = uid === null ? pending.isPending && !pending.order && !pending.error : own.isLoading;
  return (
    <Box mb="6" minH="11">
      {!isLoading && <Notice kind="info">{textOf(order, t)}</Notice>}
    </Box>
  );
}

/** The account's order whose invoice this tab opened, otherwise the newest of the last day. */
function useOwnOrder(uid: string | null): { order: PaymentEntry | undefined; isLoading: boolean } {
  const nowMs = useNow(MINUTE_MS);
  const id = useMemo(() => orderOf(uid), [uid]);
  const { data, error } = useApi(paymentCalls.list, uid === null ? null : {});
  const matches = (entry: PaymentEntry) =>
    id === null ? Date.parse(entry.createdAt) > nowMs - DAY_MS : entry.id === id;
  return { order: data?.find(matches), isLoading: data === undefined && error === undefined };
}

function textOf(order: PaymentEntry | undefined, t: TFunction): string {
  if (order === undefined) return t('checkout.leftUnknown');
  if (!hasMoney(order.status)) return t('checkout.cancelled');
  return t('checkout.left', { state: t(`payments.states.${order.status}`) });
}

const TAX_USD = 0;

/** The plan and the total due today. */
function OrderSummary({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  return (
    <Flex as="section" direction="column" aria-label={t('checkout.summary')}>
      <Heading as="h1" textStyle="lg" fontWeight="medium" color="text.muted">
        {t('checkout.plan', { plan: planName(offer.name, t) })}
      </Heading>
      <Text textStyle="3xl" fontWeight="semibold" letterSpacing="var(--letter-spacing, -0.02em)" mt="1">
        {usd(offer.price)}{' '}
        <Text as="span" textStyle="lg" fontWeight="normal" letterSpacing="normal" color="text.muted">
          {t('checkout.perMonth')}
        </Text>
      </Text>
      {isCustomOffer(offer) && (
        <Text color="text.muted" mt="3">
          <TextWithParts
            text={t('checkout.custom', { plan: planName(offer.name, t), price: usd(offer.price) })}
            parts={{ mail: <ContactLink /> }}
          />
        </Text>
      )}
      <chakra.dl mt={{ base: '5', md: '8' }}>
        <Line label={t('checkout.lineItem')} amount={offer.price} isItem />
        <Line label={t('checkout.subtotal')} amount={offer.price} />
        <Line label={t('checkout.tax')} amount={TAX_USD} />
        <Line label={t('checkout.total')} amount={offer.price + TAX_USD} isTotal />
      </chakra.dl>
      <Text color="text.muted" textStyle="sm" mt="2">
        {t('checkout.renewal')} <PricingLink />
      </Text>
    </Flex>
  );
}

type LineProps = { label: string; amount: number; isItem?: boolean; isTotal?: boolean };

function Line({ label, amount, isItem = false, isTotal = false }: LineProps) {
  const isStrong = isItem || isTotal;
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      gap="4"
      py={isStrong ? '4' : '1.5'}
      mb={isItem ? '2.5' : '0'}
      mt={isTotal ? '2.5' : '0'}
      borderBottomWidth={isItem ? '1px' : '0'}
      borderTopWidth={isTotal ? '1px' : '0'}
      textStyle={isTotal ? 'lg' : 'md'}
      fontWeight={isStrong ? 'semibold' : 'normal'}
      color={isStrong ? 'text' : 'text.muted'}
    >
      <dt>{label}</dt>
      <chakra.dd textAlign="end" whiteSpace="nowrap">
        {usd(amount)}
      </chakra.dd>
    </Box>
  );
}

/**
 * Shows the payment method, the account that gets the plan, and the button to pay. `language` is the one in the
 * address.
 */
function PaymentPanel({ offer, language }: { offer: Offer; language: string | null }) {
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

/** Why no order was created: nothing to pay, its secret could not be stored, or the call failed. */
type OrderRefusal = 'empty' | 'not-stored';

/** Why no order was created, and that nothing was charged. */
function OrderFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  return (
    <Notice kind="error">
      <Text fontWeight="medium">{problemText(failure, t)}</Text>
      {typeof failure !== 'string' && <Text textStyle="sm">{t('checkout.errors.nothingCharged')}</Text>}
    </Notice>
  );
}

function problemText(failure: unknown, t: TFunction): string {
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
      {t(`checkout.${effect}`, { plan: planName(name, t), date: fullDate(until, language) })}
    </Notice>
  );
}

/** Creates an order and opens its invoice; `busy` until the browser has left the page. */
function useOrder(offer: Offer, language: string | null) {
  const uid = useUid();
  const { isBusy, done: address, failure, save, forget } = useSaving<string>();
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);

  useEffect(() => {
    // A user who goes back from the invoice may get this page in its previous state.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && forget();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [forget]);

  /**
   * Returns the invoice's address; null if the order's secret could not be stored, without which it cannot be claimed.
   */
  async function createOrder(): Promise<string | null> {
    const request = orderRequest(
      offer,
      { origin: window.location.origin, language, account: NAMED_ACCOUNT },
      Date.now(),
    );
    const created = await callApi(paymentCalls.order, { body: request });
    const address = invoiceAddress(created.invoiceUrl);
    if (address === null) throw new ApiFailure('invoice_missing');
    const { claim, claimUntil } = created;
    if (claim !== null && !storeClaim(claim, Date.parse(claimUntil ?? ''))) return null;
    rememberOrder({ id: created.id, uid });
    return address;
  }

  function proceed() {
    if (offer.price <= 0) return setRefusal('empty');
    if (uid === null && !canStoreClaims()) return setRefusal('not-stored');
    setRefusal(null);
    void save(async () => {
      const created = await createOrder();
      if (created === null) setRefusal('not-stored');
      else window.location.assign(created);
      return created ?? undefined;
    });
  }

  return { busy: isBusy || address !== undefined, failure: refusal ?? failure, proceed };
}
