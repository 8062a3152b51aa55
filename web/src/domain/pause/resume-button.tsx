import { Play } from 'lucide-react';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import type { Pausing } from './use-pausing.ts';

type Props = { pausing: Pausing; text: string; isSmall?: boolean; onResumed?: () => void };

/** Resumes with one click: nothing is lost by it. */
export function ResumeButton({ pausing: { isBusy, request }, text, isSmall = false, onResumed }: Props) {
  async function resume() {
    if (await request({ paused: false, untilMs: null })) onResumed?.();
  }
  return (
    <BusyButton variant="outline" {...(isSmall && { size: 'sm' })} loading={isBusy} onClick={() => void resume()}>
      <Play aria-hidden="true" />
      {text}
    </BusyButton>
  );
}
