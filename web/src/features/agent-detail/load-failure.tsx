import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';

/** Shown in place of the agent or of a part of its page that could not be loaded. */
export function LoadFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <FailureNotice title={`${t('agent.error')} ${t('agent.loadFailed')}`} failure={failure} onRetry={onRetry} />;
}
