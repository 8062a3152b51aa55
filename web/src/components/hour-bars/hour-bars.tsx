import { Box } from '@chakra-ui/react';
import { type Segment, type SegmentState, segmentState } from '@farwatch/core/status/segments';
import { HOUR_MS, hourStart } from '@farwatch/core/time';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { barStyles } from './bar-styles.ts';
import { useHourText } from './hour-text.ts';
import { HourTip } from './hour-tip.tsx';

type Props = { segments: readonly (Segment | null)[]; nowMs: number; height?: string };

/**
 * Hours as bars, oldest first, the running one last and outlined. Hover and focus open one tooltip; the arrow keys,
 * Home and End move through the hours.
 */
export function HourBars({ segments, nowMs, height = '28px' }: Props) {
  const { t } = useTranslation();
  const tipId = useId();
  const group = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const last = segments.length - 1;
  const hourAt = (index: number) => hourStart(nowMs) - (last - index) * HOUR_MS;
  const current = shown ?? last;
  const hourText = useHourText();
  const describe = (index: number) => hourText(hourAt(index), segments[index] ?? null, index === last);

  return (
    <>
      <Box
        ref={group}
        role="slider"
        tabIndex={0}
        aria-label={t('hours.label')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={Object.values(describe(current)).filter(Boolean).join(', ')}
        aria-describedby={shown === null ? undefined : tipId}
        css={barStyles}
        height={height}
        onKeyDown={(event) => setShown((before) => moved(event, before ?? last, last))}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setShown(last)}
        onBlur={() => setShown(null)}
        onPointerOver={(event) => setShown(indexUnder(event))}
        onPointerLeave={(event) => event.pointerType !== 'touch' && setShown(null)}
      >
        {segments.map((segment, index) => (
          <span
            key={hourAt(index)}
            data-index={index}
            data-state={segmentState(segment)}
            data-running={index === last || undefined}
            data-shown={index === shown || undefined}
          />
        ))}
      </Box>
      {shown !== null && (
        <HourTip
          id={tipId}
          text={describe(shown)}
          state={segmentState(segments[shown] ?? null) satisfies SegmentState}
          bar={group.current?.children[shown]}
        />
      )}
    </>
  );
}

function moved(event: KeyboardEvent, from: number, last: number): number | null {
  const targets: Record<string, number | null> = {
    ArrowLeft: Math.max(0, from - 1),
    ArrowRight: Math.min(last, from + 1),
    Home: 0,
    End: last,
    Escape: null,
  };
  const target = targets[event.key];
  if (target === undefined) return from;
  event.preventDefault();
  return target;
}

function indexUnder(event: PointerEvent): number | null {
  const index = event.target instanceof HTMLElement ? event.target.dataset.index : undefined;
  return index === undefined ? null : Number(index);
}
