import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { listAddress } from '../lib/navigation-state.ts';
import { PATHS } from '../lib/paths.ts';
import { BackLink } from './back-link.tsx';

/** Back to the dashboard, as it was left. */
export function BackToMonitors() {
  const { t } = useTranslation();
  const { state } = useLocation();
  return <BackLink to={listAddress(state) ?? PATHS.monitors} text={t('monitor.back')} />;
}
