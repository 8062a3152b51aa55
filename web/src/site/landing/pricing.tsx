import { Box, chakra, Flex, Grid, Heading, type SystemStyleObject, Text } from '@chakra-ui/react';
import { CUSTOM_OFFER } from '@farwatch/core/decisions/payments/plans';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../lib/navigation/paths.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { LinkButton } from '../link-button.tsx';
import { useAppPath } from '../page-context.ts';
import { pathOf } from '../pages.ts';
import { Part } from './part.tsx';

/** A plan as offered here; `order` is passed to the checkout, its price in USD a month. */
type Plan = (typeof PLANS)[number];

const PLANS = [
  {
    id: 'standard',
    popular: false,
    order: { name: 'Standard', price: 10 },
    items: [
      'pricing.standard.items.domains',
      'pricing.standard.items.reporting',
      'pricing.standard.items.summary',
      'pricing.standard.items.email',
    ],
  },
  {
    id: 'professional',
    popular: true,
    order: { name: 'Professional', price: 20 },
    items: [
      'pricing.professional.items.domains',
      'pricing.professional.items.alerts',
      'pricing.professional.items.analytics',
      'pricing.professional.items.locations',
    ],
  },
  {
    id: 'custom',
    popular: false,
    order: CUSTOM_OFFER,
    items: [
      'pricing.custom.items.limits',
      'pricing.custom.items.api',
      'pricing.custom.items.channels',
      'pricing.custom.items.sla',
    ],
  },
] as const;

/** High enough for a finger, without moving anything. */
const linkStyles: SystemStyleObject = {
  py: '2',
  my: '-2',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  borderRadius: 'l1',
  focusVisibleRing: 'outside',
};

/** The plans, each with a link to the checkout. */
export function Pricing() {
  const { t } = useTranslation('site');
  return (
    <Part id="pricing" tinted eyebrow={t('pricing.eyebrow')} title={t('pricing.title')} text={t('pricing.text')}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
        gap="5"
        mt={{ base: '10', md: '14' }}
        alignItems="stretch"
      >
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </Grid>
    </Part>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  const { id, order, items, popular } = plan;
  const name = t(`pricing.${id}.name`);
  const query = new URLSearchParams({ planName: order.name, planPrice: String(order.price) });
  return (
    <Panel
      as="article"
      aria-labelledby={`plan-${id}`}
      bg="surface"
      display="flex"
      flexDirection="column"
      p={{ base: '5', lg: '8' }}
      {...(popular && { borderColor: 'accent', boxShadow: 'inset 0 0 0 1px var(--chakra-colors-accent)' })}
    >
      <Flex align="center" justify="space-between" gap="2" minH="7" wrap="wrap">
        <Heading as="h3" id={`plan-${id}`} textStyle="lg" fontWeight="semibold">
          {name}
        </Heading>
        {popular && (
          <Text
            bg="accent.subtle"
            color="accent"
            textStyle="xs"
            fontWeight="semibold"
            borderRadius="full"
            px="2.5"
            py="1"
          >
            {t('pricing.popular')}
          </Text>
        )}
      </Flex>
      <Flex align="baseline" gap="2" mt="4">
        <Text
          as="span"
          fontSize="40px"
          lineHeight="var(--heading-height, 48px)"
          letterSpacing="var(--letter-spacing, -0.03em)"
          fontWeight="semibold"
        >
          {t(`pricing.${id}.price`)}
        </Text>
        {id !== 'custom' && (
          <Text as="span" color="text.muted">
            {t('pricing.month')}
          </Text>
        )}
      </Flex>
      <Box as="ul" listStyleType="none" mt="6" mb="8" display="grid" gap="3">
        {items.map((item) => (
          <Flex as="li" key={item} gap="3" textStyle="lg">
            <Box color="accent" mt="1" flexShrink="0">
              <Check size={16} aria-hidden="true" />
            </Box>
            {item === 'pricing.custom.items.api' ? (
              <chakra.a href={pathOf({ name: 'api', language: DEFAULT_LANGUAGE })} hrefLang="en" css={linkStyles}>
                {t(item)}
              </chakra.a>
            ) : (
              t(item)
            )}
          </Flex>
        ))}
      </Box>
      {id === 'custom' && (
        <Text color="text.muted" mb="4">
          {t('pricing.custom.note')}
        </Text>
      )}
      <LinkButton
        href={toApp(`${PATHS.checkout}?${query}`)}
        mt="auto"
        h="11"
        {...(!popular && { variant: 'outline', color: 'text', bg: 'surface.raised' })}
      >
        {t('pricing.choose', { plan: name })}
      </LinkButton>
    </Panel>
  );
}
