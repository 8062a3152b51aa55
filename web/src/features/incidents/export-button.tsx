import { Box, Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { type IncidentView, useRange } from '../../components/incidents/incident-view.ts';
import { spanOfRange } from '../../lib/live/incidents.ts';
import { currentMs } from '../../lib/time/now.ts';

type State =
  | { step: 'idle' }
  | { step: 'loading'; count: number }
  | { step: 'failed'; failure: unknown }
  | { step: 'saved'; count: number; name: string };

/** Saves all incidents that match the filters as one file, also those that the list is too short for. */
export function ExportButton({ view }: { view: IncidentView }) {
  const { t } = useTranslation();
  const { state, start, cancel } = useExport(view);
  return (
    <>
      {state.step === 'loading' ? (
        <Flex align="center" gap="3" ms={{ sm: 'auto' }} minH={{ base: '11', sm: '10' }}>
          <Flex role="status" align="center" gap="2">
            <Spinner size="sm" aria-hidden="true" />
            <Text fontVariantNumeric="tabular-nums">{t('incidentList.export.loading', { count: state.count })}</Text>
          </Flex>
          <Button size="sm" variant="outline" borderColor="edge" onClick={cancel}>
            {t('cancel')}
          </Button>
        </Flex>
      ) : (
        <Button
          variant="outline"
          borderColor="edge"
          ms={{ sm: 'auto' }}
          h={{ sm: '10' }}
          title={t('incidentList.export.hint')}
          onClick={start}
        >
          <Download aria-hidden="true" />
          {t('incidentList.export.start')}
        </Button>
      )}
      {(state.step === 'failed' || state.step === 'saved') && (
        <Box gridColumn="1 / -1" flex="1 0 100%" minW="0">
          {state.step === 'failed' ? (
            <FailureNotice title={t('incidentList.export.failed')} failure={state.failure} onRetry={start} />
          ) : (
            <Notice kind="success">{t('incidentList.export.saved', state)}</Notice>
          )}
        </Box>
      )}
    </>
  );
}

/** An export of the view's incidents; other filters end it and what it said. */
function useExport(view: IncidentView): { state: State; start: () => void; cancel: () => void } {
  const { t } = useTranslation();
  const range = useRange(view);
  const [state, setState] = useState<State>({ step: 'idle' });
  const [shown, setShown] = useState(view);
  const stop = useRef<AbortController>(null);
  if (shown !== view) {
    setShown(view);
    setState({ step: 'idle' });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each view
  useEffect(() => () => stop.current?.abort(), [view]);

  async function run(stopping: AbortController) {
    stop.current = stopping;
    setState({ step: 'loading', count: 0 });
    const onProgress = (count: number) => !stopping.signal.aborted && setState({ step: 'loading', count });
    try {
      const { saveIncidents } = await import('./save-incidents.ts');
      const request = { view, span: spanOfRange(range, currentMs()) };
      const saved = await saveIncidents(request, t, onProgress, stopping.signal);
      if (saved) setState({ step: 'saved', ...saved });
    } catch (failure) {
      if (!stopping.signal.aborted) setState({ step: 'failed', failure });
    }
  }

  return {
    state,
    start: () => void run(new AbortController()),
    cancel: () => {
      stop.current?.abort();
      setState({ step: 'idle' });
    },
  };
}
