import { Button, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { Wrench } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { MaintenanceUntil } from './maintenance-until.tsx';

const StartDialog = lazyPart(withTexts('maintenance', () => import('./start-dialog.tsx')));
const RunningBanner = lazyPart(withTexts('maintenance', () => import('./running-banner.tsx')));

/** The button that starts maintenance of a monitor. */
export function StartMaintenance({ monitor }: { monitor: WithId<Monitor> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        px={{ base: '3', sm: '4' }}
        aria-label={t('inMaintenance.start')}
        onClick={() => setOpen(true)}
      >
        <Wrench aria-hidden="true" />
        <Text as="span" hideBelow="sm">
          {t('inMaintenance.start')}
        </Text>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <StartDialog monitor={monitor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

type BannersProps = { maintenance: Monitor['maintenance']; nowMs: number };

/** A banner for each occurrence that is running. */
export function RunningMaintenance({ maintenance, nowMs }: BannersProps) {
  return maintenance
    .filter(({ startsAt, endsAt }) => startsAt <= nowMs && nowMs < endsAt)
    .map((occurrence) => (
      <Suspense
        key={`${occurrence.id} ${occurrence.startsAt}`}
        fallback={
          <Notice kind="info">
            <MaintenanceUntil endsAt={occurrence.endsAt} nowMs={nowMs} />
          </Notice>
        }
      >
        <RunningBanner occurrence={occurrence} nowMs={nowMs} />
      </Suspense>
    ));
}
