import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { isCustomOffer, type Offer } from '@farwatch/core/decisions/payments/plans';
import { useTranslation } from 'react-i18next';
import { PricingLink } from '../../components/payments/pricing-link.tsx';
import { TextWithParts } from '../../components/text/text-with-parts.tsx';
import { usd } from '../../lib/format/numbers.ts';
import { ContactLink } from './contact-link.tsx';

const TAX_USD = 0;

/** The plan and the total due today. */
export function OrderSummary({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  return (
    <Flex as="section" direction="column" aria-label={t('checkout.summary')}>
      <Heading as="h1" textStyle="lg" fontWeight="medium" color="text.muted">
        {t('checkout.plan', { plan: offer.name })}
      </Heading>
      <Text textStyle="3xl" fontWeight="semibold" letterSpacing="-0.02em" mt="1">
        {usd(offer.price)}{' '}
        <Text as="span" textStyle="lg" fontWeight="normal" letterSpacing="normal" color="text.muted">
          {t('checkout.perMonth')}
        </Text>
      </Text>
      {isCustomOffer(offer) && (
        <Text color="text.muted" mt="3">
          <TextWithParts
            text={t('checkout.custom', { plan: offer.name, price: usd(offer.price) })}
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
