import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { FailedPage } from '../components/late-page.tsx';

/** A page that could not be rendered, or the router itself. */
export function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <FailedPage title={isRouteErrorResponse(error) ? t('crash.router') : t('crash.title')} hint={t('crash.hint')} />
  );
}
