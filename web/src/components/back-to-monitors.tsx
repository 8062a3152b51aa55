import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../lib/paths.ts';
import { ButtonLink } from './button-link.tsx';

/** Back to the dashboard. */
export function BackToMonitors() {
  const { t } = useTranslation();
  return (
    <ButtonLink
      to={PATHS.monitors}
      variant="plain"
      color="text.muted"
      px="0"
      alignSelf="flex-start"
      mb={{ base: '-3', md: '-5' }}
      _hover={{ color: 'text' }}
    >
      <ArrowLeft aria-hidden="true" />
      {t('monitor.back')}
    </ButtonLink>
  );
}
