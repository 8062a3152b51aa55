import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { Pencil, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PauseButton } from '../../domain/pause/pause-button.tsx';
import { ResumeButton } from '../../domain/pause/resume-button.tsx';
import { usePausing } from '../../domain/pause/use-pausing.ts';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { MonitorRow } from './monitor-row.ts';

const EditMonitorsDialog = lazyPart(
  withTexts('form', () => import('../../domain/monitor-fields/edit-monitors-dialog.tsx')),
);

type Props = { rows: readonly MonitorRow[]; onClear: () => void };

/** The actions for the selected monitors, in the window's corner, so that the page does not move. */
export default function SelectionBar({ rows, onClear }: Props) {
  const { t } = useTranslation();
  const idsOf = (isPaused: boolean) => rows.filter((row) => row.isPaused === isPaused).map(({ id }) => id);
  const [checked, paused] = [idsOf(false), idsOf(true)];
  const resuming = usePausing({ kind: 'monitors', ids: paused });
  return (
    <Panel
      role="region"
      aria-label={t('pause.selected', { count: rows.length })}
      position="fixed"
      zIndex="banner"
      insetEnd={{ base: '2', sm: '4' }}
      bottom={{ base: '2', sm: '4' }}
      maxW="calc(100% - 16px)"
      borderColor="edge"
      boxShadow="md"
      p="3"
    >
      {resuming.failure !== null && <FailureNotice title={t('pause.resumeFailed')} failure={resuming.failure} />}
      <Flex align="center" columnGap={{ base: '2', sm: '3' }} rowGap="2" wrap="wrap">
        <Text>{t('pause.selected', { count: rows.length })}</Text>
        {checked.length > 0 && <PauseButton isSmall targets={{ kind: 'monitors', ids: checked }} onPaused={onClear} />}
        {paused.length > 0 && <ResumeButton isSmall pausing={resuming} text={t('paused.resume')} onResumed={onClear} />}
        <EditButton rows={rows} onChanged={onClear} />
        <IconButton size="sm" variant="ghost" aria-label={t('pause.clear')} onClick={onClear}>
          <X />
        </IconButton>
      </Flex>
    </Panel>
  );
}

function EditButton({ rows, onChanged }: { rows: readonly MonitorRow[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" aria-label={t('pause.edit')} onClick={() => setOpen(true)}>
        <Pencil aria-hidden="true" />
        <Text as="span" hideBelow="sm">
          {t('pause.edit')}
        </Text>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EditMonitorsDialog rows={rows} onClose={() => setOpen(false)} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  );
}
