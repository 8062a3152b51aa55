import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Pause } from '@farwatch/core/values/pause';
import { Suspense } from 'react';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PausedUntil } from './paused-until.tsx';

const PauseBanner = lazyPart(withTexts('pause', () => import('./pause-banner.tsx')));

type Props = {
  /** Null until the monitor has loaded. */
  monitor: (Pause & Pick<Monitor, 'name'> & { id: string }) | null;
  /** Set on an endpoint's page. */
  endpoint?: Pause & { id: string };
  nowMs: number;
};

/** A banner while the monitor or the endpoint is paused; of both, the monitor's, which has to end first. */
export function PausedBanner({ monitor, endpoint, nowMs }: Props) {
  const paused = monitor?.paused ? monitor : endpoint?.paused ? endpoint : null;
  if (!paused || !monitor) return null;
  const isOfMonitor = paused === monitor;
  const { id, pausedUntilMs: untilMs } = paused;
  const targets = isOfMonitor
    ? { kind: 'monitors' as const, ids: [id] }
    : { kind: 'endpoints' as const, monitorId: monitor.id, ids: [id] };
  return (
    <Suspense
      fallback={
        <Notice kind="info">
          <PausedUntil untilMs={untilMs} nowMs={nowMs} />
        </Notice>
      }
    >
      <PauseBanner
        targets={targets}
        untilMs={untilMs}
        nowMs={nowMs}
        isOfMonitor={isOfMonitor && endpoint !== undefined}
      />
    </Suspense>
  );
}
