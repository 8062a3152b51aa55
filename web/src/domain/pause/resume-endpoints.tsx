import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { ResumeButton } from './resume-button.tsx';
import { type PauseTargets, usePausing } from './use-pausing.ts';

/** Resumes the selected endpoints. */
export default function ResumeEndpoints({ targets }: { targets: PauseTargets }) {
  const { t } = useTranslation();
  const pausing = usePausing(targets);
  return (
    <>
      {pausing.failure !== null && <FailureNotice title={t('pause.resumeFailed')} failure={pausing.failure} />}
      <ResumeButton isSmall pausing={pausing} text={t('paused.resume')} />
    </>
  );
}
