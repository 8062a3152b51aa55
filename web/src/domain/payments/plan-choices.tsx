import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { OFFERS, type Offer } from '@farwatch/core/decisions/payments/plans';
import { useTranslation } from 'react-i18next';
import { usd } from '../../lib/format/numbers.ts';
import { planName } from '../../lib/format/plan-name.ts';
import { checkoutPath } from '../../lib/navigation/paths.ts';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { PricingLink } from './pricing-link.tsx';

/** Each plan at its first price; other prices of the same name are individual offers. */
const PLANS = OFFERS.filter(({ name }, index) => OFFERS.findIndex((each) => each.name === name) === index);

/** All plans, each with a link to pay for it, and what they include; `except` is left out. */
export function PlanChoices({ except }: { except?: Offer | undefined }) {
  const { t } = useTranslation();
  const offers = PLANS.filter(({ name, price }) => name !== except?.name || price !== except.price);
  return (
    <Box>
      <chakra.ul listStyleType="none" borderWidth="1px" borderRadius="l2">
        {offers.map((offer) => (
          <chakra.li
            key={offer.name}
            display="flex"
            alignItems="center"
            columnGap="4"
            px="4"
            py="2"
            minH="14"
            borderBottomWidth="1px"
            _last={{ borderBottomWidth: '0' }}
          >
            <Flex wrap="wrap" justify="space-between" align="baseline" columnGap="4" flex="1" minW="0">
              <Text fontWeight="medium">{planName(offer.name, t)}</Text>
              <Text whiteSpace="nowrap">
                {usd(offer.price)}{' '}
                <Text as="span" color="text.muted">
                  {t('checkout.perMonth')}
                </Text>
              </Text>
            </Flex>
            <ButtonLink
              to={checkoutPath(offer)}
              variant="outline"
              aria-label={t('checkout.choose', { plan: planName(offer.name, t) })}
            >
              {t('checkout.chooseShort')}
            </ButtonLink>
          </chakra.li>
        ))}
      </chakra.ul>
      <Text mt="3">
        <PricingLink />
      </Text>
    </Box>
  );
}
