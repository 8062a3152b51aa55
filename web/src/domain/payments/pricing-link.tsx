import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { PATHS, publicPath } from '../../lib/navigation/paths.ts';
import { OuterLink, TAPPED } from '../../ui/navigation/links.tsx';

/** A link to the plans and what they include, on the landing page, which is another document. */
export function PricingLink() {
  const { t } = useTranslation();
  const landing = publicPath(PATHS.landing, useLanguage());
  return (
    <OuterLink {...TAPPED} href={`${landing}#pricing`}>
      {t('checkout.compare')}
    </OuterLink>
  );
}
