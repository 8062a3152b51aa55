import { Box, Flex, Heading, IconButton } from '@chakra-ui/react';
import { X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { Panel } from '../layout/panel.tsx';
import type { Asked } from './check-progress.ts';
import type { CheckNow } from './use-check-now.ts';

/** Requests a check, and shows that its result is awaited. */
export function CheckButton({ check }: { check: CheckNow }) {
  const { t } = useTranslation();
  return (
    <BusyButton
      variant="outline"
      borderColor="edge"
      minW={{ base: '34', sm: '36' }}
      loading={check.busy}
      disabled={check.nothing}
      loadingText={t('checkNow.busy')}
      onClick={check.ask}
    >
      <Zap aria-hidden="true" />
      {t('checkNow.button')}
    </BusyButton>
  );
}

type Props = {
  check: CheckNow;
  /** Shown if no agent was available. */
  nobody: string;
  /** The results so far; `missing` means that nothing more is awaited. */
  children: (asked: Asked, missing: boolean) => ReactNode;
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
export function CheckPanel({ check, nobody, children }: Props) {
  const { t } = useTranslation();
  const { tooEarly } = check;
  const results = (
    <Results check={check} nobody={nobody}>
      {children}
    </Results>
  );
  return (
    <Box {...FLOATING} css={FLOATING_PARTS}>
      {tooEarly && <Notice kind="info">{t(tooEarly.text, { seconds: tooEarly.seconds })}</Notice>}
      {results}
    </Box>
  );
}

function Results({ check: { state, ask, dismiss }, nobody, children }: Props) {
  const { t } = useTranslation();
  if (state.step === 'failed') return <FailureNotice failure={state.failure} onRetry={ask} />;
  const shown = state.step === 'asking' ? state.last : state;
  if (!shown || shown.step === 'idle') return null;
  const { asked } = shown;
  const dismissButton = (
    <IconButton variant="ghost" size="sm" aria-label={t('checkNow.dismiss')} onClick={dismiss}>
      <X />
    </IconButton>
  );
  if (asked.locations.length === 0) {
    return (
      <Notice kind="info" action={dismissButton}>
        {nobody}
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
        {children(asked, shown.step === 'done' && shown.missing)}
      </Box>
    </Panel>
  );
}
