import { Box, Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import type { Plan } from '@farwatch/core/documents/user';
import { Ban, CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fullDate } from '../../lib/format/dates.ts';
import { usd } from '../../lib/format/numbers.ts';
import { planName } from '../../lib/format/plan-name.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { checkoutPath, PATHS } from '../../lib/navigation/paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ContactLink } from './checkout-frame.tsx';
import { invoiceAddress } from './order-request.ts';
import { missingUsd, type PaymentOutcome, type ShownOrder } from './payment-outcome.ts';

const LOOKS = {
  paid: { icon: CircleCheck, color: 'status.up' },
  none: { icon: CircleHelp, color: 'text.muted' },
  looking: { icon: null, color: 'accent' },
  unknown: { icon: CircleAlert, color: 'text.muted' },
  waiting: { icon: Clock, color: 'text.muted' },
  confirming: { icon: Clock, color: 'accent' },
  partial: { icon: CircleAlert, color: 'status.partial' },
  failed: { icon: Ban, color: 'danger' },
  expired: { icon: Ban, color: 'danger' },
  refunded: { icon: Ban, color: 'text.muted' },
} as const;

/** States in which the payment has permanently failed. */
const FAILED: readonly PaymentOutcome[] = ['failed', 'expired'];
/** States for which Settings shows more about the payment. */
const LIST_LIMITS: readonly PaymentOutcome[] = ['none', 'unknown', 'waiting', 'confirming', 'partial', 'refunded'];
/** States in which an account can claim the order, now or once it is paid. */
const CLAIMABLE: readonly PaymentOutcome[] = ['paid', 'waiting', 'confirming', 'partial', 'unknown'];

const PRIMARY = { colorPalette: 'accent', h: '11' } as const;
const SECONDARY = { variant: 'outline', borderColor: 'edge', h: '11' } as const;

type Props = {
  outcome: PaymentOutcome;
  /** Whether the order belongs to the signed-in account. Otherwise the next account to sign in claims it. */
  isClaimed: boolean;
  plan?: Plan | null;
  order?: ShownOrder | null;
};

/** The state of the payment, and the next steps. */
export function OutcomeCard({ outcome, isClaimed, plan = null, order = null }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { icon: Icon, color } = LOOKS[outcome];
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <Flex role="status" direction="column" align="center" textAlign="center" gap="3">
        <Box color={color} minH="10" aria-hidden="true">
          {Icon ? <Icon size={40} strokeWidth={1.5} /> : <Spinner size="lg" />}
        </Box>
        <Heading as="h1" textStyle="xl" fontWeight="semibold">
          {t(`checkout.outcome.${outcome}`)}
        </Heading>
        <Text color="text.muted" overflowWrap="anywhere">
          {outcome === 'partial' ? <PartialText order={order} /> : t(`checkout.outcome.${outcome}Text`)}
        </Text>
        {outcome === 'paid' && plan && (
          <Text fontWeight="medium">
            {t('checkout.outcome.planUntil', { plan: planName(plan.name, t), date: fullDate(plan.until, language) })}
          </Text>
        )}
      </Flex>
      <Flex direction="column" gap="3" mt="6">
        <NextSteps outcome={outcome} isClaimed={isClaimed} order={order} />
      </Flex>
    </Panel>
  );
}

/** The most useful action is highlighted; a link home is always offered. */
function NextSteps({ outcome, isClaimed, order }: Required<Pick<Props, 'outcome' | 'isClaimed' | 'order'>>) {
  const { t } = useTranslation();
  const invoice = outcome === 'partial' ? invoiceAddress(order?.invoiceUrl ?? '') : null;
  const canClaim = !isClaimed && CLAIMABLE.includes(outcome);
  const hasPrimary = canClaim || invoice !== null || FAILED.includes(outcome);
  return (
    <>
      {invoice !== null && (
        <Button asChild {...PRIMARY}>
          <a href={invoice}>{t('checkout.outcome.invoice')}</a>
        </Button>
      )}
      {canClaim && <ClaimSteps look={invoice === null ? PRIMARY : SECONDARY} />}
      {FAILED.includes(outcome) && (
        <ButtonLink to={retryPath(order)} {...PRIMARY}>
          {t('checkout.outcome.again')}
        </ButtonLink>
      )}
      {!canClaim && LIST_LIMITS.includes(outcome) && (
        <ButtonLink to={PATHS.settings} {...SECONDARY}>
          {t('checkout.outcome.settings')}
        </ButtonLink>
      )}
      <Button asChild {...(hasPrimary ? SECONDARY : PRIMARY)}>
        <a href={PATHS.landing}>{t('checkout.outcome.home')}</a>
      </Button>
    </>
  );
}

function retryPath(order: ShownOrder | null): string {
  return order ? checkoutPath({ name: order.planName, price: order.priceUsd }) : PATHS.checkout;
}

/** The plan has no account until the user signs in. */
function ClaimSteps({ look }: { look: typeof PRIMARY | typeof SECONDARY }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind="info">{t('checkout.outcome.unclaimedNext')}</Notice>
      <ButtonLink to={PATHS.login} state={{ requestedPath: PATHS.settings } satisfies NavigationState} {...look}>
        {t('checkout.outcome.signIn')}
      </ButtonLink>
      <ButtonLink to={PATHS.signup} {...SECONDARY}>
        {t('checkout.outcome.signUp')}
      </ButtonLink>
    </>
  );
}

/** The missing amount if known, how to pay it, and the contact address. */
function PartialText({ order }: { order: ShownOrder | null }) {
  const { t } = useTranslation();
  const missing = order && missingUsd(order);
  const parts = { mail: <ContactLink /> };
  if (order === null || missing === null)
    return <TextWithParts text={t('checkout.outcome.partialText')} parts={parts} />;
  const values = { missing: usd(missing), price: usd(order.priceUsd) };
  return <TextWithParts text={t('checkout.outcome.partialMissing', values)} parts={parts} />;
}
