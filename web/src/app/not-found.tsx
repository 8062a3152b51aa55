import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../components/button-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PATHS } from '../lib/paths.ts';

/** An address that leads nowhere. */
export function NotFound() {
  const { t } = useTranslation();
  const action = (
    <ButtonLink to={PATHS.monitors} colorPalette="accent">
      {t('notFound.action')}
    </ButtonLink>
  );
  return <EmptyState isPage title={t('notFound.title')} hint={t('notFound.hint')} action={action} />;
}
