import type { Managed } from '@farwatch/core/values/managed';
import { Suspense } from 'react';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const ManagedBanner = lazyPart(withTexts('managed', () => import('./managed-banner.tsx')));

/** Shows that a file manages a monitor and will undo edits; nothing for others. */
export function ManagedNotice({ monitorId, managed }: { monitorId: string; managed: Managed | null }) {
  if (!managed) return null;
  return (
    <Suspense fallback={null}>
      <ManagedBanner monitorId={monitorId} project={managed.project} />
    </Suspense>
  );
}
