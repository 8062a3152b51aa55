import { Box, Flex, Heading, IconButton } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/values/time';
import { X, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { CheckRequest } from './check-progress.ts';
import type { CheckNow } from './use-check-now.ts';

/** Requests a check; busy until its results have arrived. */
export function CheckButton({ check }: { check: CheckNow }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      minW={{ base: '34', sm: '36' }}
      loading={check.isBusy}
      disabled={check.isDisabled}
      loadingText={t('checkNow.busy')}
      onClick={check.start}
    >
      <Zap aria-hidden="true" />
      {t('checkNow.button')}
    </BusyButton>
  );
}

type Props = {
  check: CheckNow;
  /** Shown if no agent is active. */
  noAgentText: string;
  /** Renders the results so far. `isIncomplete` is true if the wait is over and some results did not arrive. */
  children: (request: CheckRequest, isIncomplete: boolean) => ReactNode;
};

/** Floats in the window's corner, so that the page does not move. */
const FLOATING = {
  position: 'fixed',
  zIndex: 'banner',
  insetEnd: { base: '2', sm: '4' },
  bottom: { base: '2', sm: '4' },
  width: { base: 'calc(100% - 16px)', sm: '400px' },
  maxHeight: '60dvh',
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
} as const;

const FLOATING_PARTS = {
  '& > *': {
    borderWidth: '1px',
    borderColor: 'edge',
    animationName: 'slide-from-bottom, fade-in',
    animationDuration: 'fast',
    animationTimingFunction: 'ease-out',
  },
} as const;

/** How long results stay, which the page shows too. */
const RESULTS_SHOWN_MS = 15 * SECOND_MS;

/**
 * The progress and results of a requested check, for a while or until dismissed; above it, a notice if it is too early
 * to request one. Empty before the first request.
 */
export function CheckPanel(props: Props) {
  const { t } = useTranslation();
  const { tooEarly } = props.check;
  const holding = useDismissLater(props.check);
  return (
    <Box {...FLOATING} css={FLOATING_PARTS} {...holding}>
      {tooEarly && <Notice kind="info">{t(tooEarly.text, { seconds: tooEarly.seconds })}</Notice>}
      <Results {...props} />
    </Box>
  );
}

/** Dismisses results after a while, unless the pointer or the focus is on them: the handlers of their container. */
function useDismissLater({ state, dismiss }: CheckNow) {
  const [isHeld, setHeld] = useState(false);
  const dismissNow = useEffectEvent(dismiss);
  useEffect(() => {
    if (state.step !== 'done' || isHeld) return;
    const timer = setTimeout(() => dismissNow(), RESULTS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
}

function Results({ check: { state, start, dismiss }, noAgentText, children }: Props) {
  const { t } = useTranslation();
  if (state.step === 'failed') return <FailureNotice failure={state.failure} onRetry={start} />;
  const shown = state.step === 'requesting' ? state.last : state;
  if (!shown || shown.step === 'idle') return null;
  const { request } = shown;
  const dismissButton = (
    <IconButton variant="ghost" size="sm" aria-label={t('checkNow.dismiss')} onClick={dismiss}>
      <X />
    </IconButton>
  );
  if (request.locations.length === 0) {
    return (
      <Notice kind="info" action={dismissButton}>
        {noAgentText}
      </Notice>
    );
  }
  return (
    <Panel as="section" aria-label={t('checkNow.title')}>
      <Flex align="center" justify="space-between" gap="3" ps="4" pe="2" minH="12">
        <Heading as="h2" textStyle="md" fontWeight="semibold">
          {t('checkNow.title')}
        </Heading>
        {dismissButton}
      </Flex>
      <Box role="status" px="4" pb="4">
        {children(request, shown.step === 'done' && shown.isIncomplete)}
      </Box>
    </Panel>
  );
}
