import { Button, Text } from '@chakra-ui/react';
import { Pause } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { PauseTargets } from './use-pausing.ts';

const PauseDialog = lazyPart(withTexts('pause', () => import('./pause-dialog.tsx')));

type Props = {
  targets: PauseTargets;
  /** Small buttons fit in the line of a section's title, others in that of a page's. */
  isSmall?: boolean;
  onPaused?: () => void;
};

/** The button that pauses monitors or endpoints. */
export function PauseButton({ targets, isSmall = false, onPaused }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        {...(isSmall ? { size: 'sm' } : { px: { base: '3', sm: '4' } })}
        aria-label={t('paused.pause')}
        onClick={() => setOpen(true)}
      >
        <Pause aria-hidden="true" />
        <Text as="span" hideBelow={isSmall ? undefined : 'sm'}>
          {t('paused.pause')}
        </Text>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PauseDialog targets={targets} onClose={() => setOpen(false)} {...(onPaused && { onPaused })} />
        </Suspense>
      )}
    </>
  );
}
