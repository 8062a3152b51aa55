import { useTranslation } from 'react-i18next';
import { PATHS } from '../lib/paths.ts';
import { BackLink } from './back-link.tsx';

export function BackToMonitors() {
  const { t } = useTranslation();
  return <BackLink to={PATHS.monitors} text={t('monitor.back')} />;
}
