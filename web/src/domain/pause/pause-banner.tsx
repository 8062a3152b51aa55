import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { PausedUntil } from './paused-until.tsx';
import { ResumeButton } from './resume-button.tsx';
import { type PauseTargets, usePausing } from './use-pausing.ts';

type Props = { targets: PauseTargets; untilMs: number | null; nowMs: number; isOfMonitor?: boolean };

/**
 * A banner above paused content: until when it is paused, what that means, and a button to resume. `isOfMonitor` is
 * true on the page of an endpoint whose monitor is paused.
 */
export default function PauseBanner({ targets, untilMs, nowMs, isOfMonitor = false }: Props) {
  const { t } = useTranslation();
  const pausing = usePausing(targets);
  return (
    <>
      <Notice
        kind="info"
        action={
          <ForEditors>
            <ResumeButton pausing={pausing} text={t(isOfMonitor ? 'pause.resumeMonitor' : 'paused.resume')} />
          </ForEditors>
        }
      >
        {untilMs === null ? t('pause.byHand') : <PausedUntil untilMs={untilMs} nowMs={nowMs} />}
        <Text textStyle="sm">
          {isOfMonitor && `${t('pause.ofMonitor')} `}
          {t('pause.running')}
        </Text>
      </Notice>
      {pausing.failure !== null && <FailureNotice title={t('pause.resumeFailed')} failure={pausing.failure} />}
    </>
  );
}
