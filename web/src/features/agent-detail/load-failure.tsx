import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';

/** Shown where the agent or a part of its page could not be loaded. */
export function LoadFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <FailureNotice title={`${t('agent.error')} ${t('agent.loadFailed')}`} failure={failure} onRetry={onRetry} />;
}
