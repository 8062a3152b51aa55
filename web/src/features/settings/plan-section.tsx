import { chakra, Flex, Text } from '@chakra-ui/react';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import type { Plan } from '@farwatch/core/documents/user';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { PlanChoices } from '../../components/payments/plan-choices.tsx';
import { StatusLabel } from '../../components/status/status.tsx';
import { FullDate } from '../../components/text/time.tsx';
import { usd } from '../../lib/format/numbers.ts';
import { useProfile } from '../../lib/live/account.ts';
import { checkoutPath } from '../../lib/navigation/paths.ts';
import { useByNow } from '../../lib/time/now.ts';
import { SettingsCard } from './layout.tsx';

/** The current plan, live, and the offers: another month or another plan while it is active, otherwise any plan. */
export function PlanSection() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const plan = profile?.plan ?? null;
  const isActive = useByNow((nowMs) => runningPlan(plan, nowMs) !== null);
  if (profile === undefined) return null;
  return (
    <SettingsCard id="plan" title={t('settings.plan.title')} text={t('settings.plan.text')}>
      {plan && <PlanDetails plan={plan} isActive={isActive} />}
      {plan && isActive ? (
        <>
          <ButtonLink to={checkoutPath(plan)} variant="outline" borderColor="edge" alignSelf="flex-start">
            {t('settings.plan.extend')}
          </ButtonLink>
          <Choices title={t('settings.plan.other')} text={t('settings.plan.otherText')} except={plan} />
        </>
      ) : (
        <Choices
          title={plan ? undefined : t('settings.plan.none')}
          text={t(plan ? 'settings.plan.endedText' : 'settings.plan.noneText')}
        />
      )}
    </SettingsCard>
  );
}

function Choices({ title, text, except }: { title?: string | undefined; text: string; except?: Plan }) {
  return (
    <Flex direction="column" gap="3" maxW="480px">
      <div>
        {title && <Text fontWeight="medium">{title}</Text>}
        <Text color={title ? 'text.muted' : 'text'}>{text}</Text>
      </div>
      <PlanChoices except={except} />
    </Flex>
  );
}

function PlanDetails({ plan, isActive }: { plan: Plan; isActive: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="4">
      <Flex align="center" columnGap="4" rowGap="1" wrap="wrap">
        <Text textStyle="xl" fontWeight="semibold">
          {plan.name}
        </Text>
        <StatusLabel
          look={isActive ? 'up' : 'none'}
          text={t(isActive ? 'settings.plan.active' : 'settings.plan.ended')}
        />
      </Flex>
      <chakra.dl display="grid" gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))" gap="4" maxW="480px">
        <Detail name={t('settings.plan.price')}>
          {usd(plan.price)}{' '}
          <Text as="span" color="text.muted">
            {t('checkout.perMonth')}
          </Text>
        </Detail>
        <Detail name={t('settings.plan.since')}>
          <FullDate atMs={plan.since} />
        </Detail>
        <Detail name={t('settings.plan.until')}>
          <FullDate atMs={plan.until} />
        </Detail>
      </chakra.dl>
    </Flex>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt color="text.muted" textStyle="sm">
        {name}
      </chakra.dt>
      <dd>{children}</dd>
    </div>
  );
}
