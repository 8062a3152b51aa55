import { Box, Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import type { Plan } from '@farwatch/core/documents/user';
import { Ban, CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { fullDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { PATHS } from '../../lib/paths.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

const LOOKS = {
  paid: { icon: CircleCheck, color: 'status.up' },
  unclaimed: { icon: CircleCheck, color: 'status.up' },
  looking: { icon: null, color: 'accent' },
  unknown: { icon: CircleAlert, color: 'text.muted' },
  waiting: { icon: Clock, color: 'text.muted' },
  confirming: { icon: Clock, color: 'accent' },
  partial: { icon: CircleAlert, color: 'status.partial' },
  failed: { icon: Ban, color: 'danger' },
  expired: { icon: Ban, color: 'danger' },
  refunded: { icon: Ban, color: 'text.muted' },
} as const;

/** States in which this payment has failed for good. */
const OVER: readonly PaymentOutcome[] = ['failed', 'expired'];
/** Where more of it can be seen than on this page. */
const LISTED: readonly PaymentOutcome[] = ['unknown', 'waiting', 'confirming', 'partial', 'refunded'];

const QUIET = { variant: 'outline', borderColor: 'edge' } as const;

/** Whether there is more to do than to go home. */
function hasBetter(outcome: PaymentOutcome): boolean {
  return outcome === 'unclaimed' || OVER.includes(outcome);
}

type Props = { outcome: PaymentOutcome; plan?: Plan | null; again?: string };

/** The payment's outcome, and where to go next: `again` is where the same plan can be paid again. */
export function OutcomeCard({ outcome, plan = null, again = PATHS.checkout }: Props) {
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
        <Text color="text.muted">{t(`checkout.outcome.${outcome}Text`)}</Text>
        {outcome === 'paid' && plan && (
          <Text fontWeight="medium">
            {t('checkout.outcome.planUntil', { plan: plan.name, date: fullDate(plan.until, language) })}
          </Text>
        )}
      </Flex>
      <Flex direction="column" gap="3" mt="6">
        {outcome === 'unclaimed' && <Claiming />}
        {OVER.includes(outcome) && (
          <ButtonLink to={again} colorPalette="accent" h="11">
            {t('checkout.outcome.again')}
          </ButtonLink>
        )}
        {LISTED.includes(outcome) && (
          <ButtonLink to={PATHS.settings} variant="outline" borderColor="edge" h="11">
            {t('checkout.outcome.settings')}
          </ButtonLink>
        )}
        <Button asChild h="11" {...(hasBetter(outcome) ? QUIET : { colorPalette: 'accent' })}>
          <a href={PATHS.landing}>{t('checkout.outcome.home')}</a>
        </Button>
      </Flex>
    </Panel>
  );
}

/** The plan belongs to nobody until somebody signs in. */
function Claiming() {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind="info">{t('checkout.outcome.unclaimedNext')}</Notice>
      <ButtonLink to={PATHS.login} state={{ asked: PATHS.settings }} colorPalette="accent" h="11">
        {t('checkout.outcome.signIn')}
      </ButtonLink>
      <ButtonLink to={PATHS.signup} variant="outline" borderColor="edge" h="11">
        {t('checkout.outcome.signUp')}
      </ButtonLink>
    </>
  );
}
