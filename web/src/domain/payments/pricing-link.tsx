import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { PATHS, publicPath } from '../../lib/navigation/paths.ts';

const PlainLink = chakra('a', {
  base: {
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
  },
});

/** A link to the plans and what they include, on the landing page, which is another document. */
export function PricingLink() {
  const { t } = useTranslation();
  const landing = publicPath(PATHS.landing, useLanguage());
  return <PlainLink href={`${landing}#pricing`}>{t('checkout.compare')}</PlainLink>;
}
