import { Box, Flex, Heading, IconButton } from '@chakra-ui/react';
import { X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { Panel } from '../layout/panel.tsx';
import type { CheckRequest } from './check-progress.ts';
import type { CheckNow } from './use-check-now.ts';

/** Requests a check; busy until its results have arrived. */
export function CheckButton({ check }: { check: CheckNow }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      borderColor="edge"
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
  /** Renders the results so far. `isIncomplete`: the wait is over, and some did not arrive. */
  children: (request: CheckRequest, isIncomplete: boolean) => ReactNode;
};

/** In the window's corner, so that the page does not move. */
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

/**
 * The progress and results of a requested check until dismissed; above it, a notice if it is too early to request one.
 * Empty before the first request.
 */
export function CheckPanel(props: Props) {
  const { t } = useTranslation();
  const { tooEarly } = props.check;
  return (
    <Box {...FLOATING} css={FLOATING_PARTS}>
      {tooEarly && <Notice kind="info">{t(tooEarly.text, { seconds: tooEarly.seconds })}</Notice>}
      <Results {...props} />
    </Box>
  );
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
