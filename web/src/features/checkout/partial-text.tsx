import { chakra } from '@chakra-ui/react';
import { Trans, useTranslation } from 'react-i18next';
import { usd } from '../../lib/format/money.ts';
import { CONTACT_EMAIL } from '../../site/contact.ts';
import { missingUsd, type ShownOrder } from './payment-outcome.ts';

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** What is missing of the price where that is known, how to add it, and whom to write to. */
export function PartialText({ order }: { order: ShownOrder | null }) {
  const { t } = useTranslation();
  const missing = order && missingUsd(order);
  const components = { mail: <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink> };
  if (order === null || missing === null)
    return <Trans t={t} i18nKey="checkout.outcome.partialText" components={components} />;
  const values = { missing: usd(missing), price: usd(order.priceUsd) };
  return <Trans t={t} i18nKey="checkout.outcome.partialMissing" values={values} components={components} />;
}
