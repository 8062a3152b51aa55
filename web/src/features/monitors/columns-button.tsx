import { Box, Button } from '@chakra-ui/react';
import type { UptimeDays } from '@farwatch/core/contracts/api/history';
import { Columns3 } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { OFFERED_DAYS } from './uptime-days.ts';

const ColumnsPanel = lazyPart(withTexts('uptime', () => import('../../components/uptime/columns-panel.tsx')));

type Props = { days: readonly UptimeDays[]; onDays: (days: readonly UptimeDays[]) => void };

/** Opens the panel that chooses the optional columns. */
export function ColumnsButton({ days, onDays }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <Box ref={place} position="relative" ms="auto" flexShrink="0">
      <Button
        size="sm"
        variant="ghost"
        minH={{ base: '11', sm: '8' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Columns3 aria-hidden="true" />
        {t('monitors.chooseColumns')}
      </Button>
      <Box id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={null}>
            <ColumnsPanel
              place={place}
              offered={OFFERED_DAYS}
              days={days}
              onDays={onDays}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}
