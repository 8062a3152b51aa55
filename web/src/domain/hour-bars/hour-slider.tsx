import { Box, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Tip } from '../../ui/overlay/tip.tsx';
import type { StatusLook } from '../status/status.tsx';
import { StatusLabel } from '../status/status.tsx';

/** The text of one hour. */
export type HourText = {
  day: string;
  range: string;
  status: string;
  /** Empty unless something was slow. */
  slow?: string;
  /** Empty unless something failed. */
  where: string;
};

/** An hour; `state` selects its style. */
type SliderHour = { key: string | number; state: string; look: StatusLook };

type Props = {
  label: string;
  /** The oldest first. */
  hours: readonly SliderHour[];
  /** The index of the current hour, which is outlined and focused first; null for none: the last is focused first. */
  running: number | null;
  describe: (index: number) => HourText;
  styles: SystemStyleObject;
  height?: string;
};

/** A row of hours with one tooltip, opened by hover and focus. The arrow keys, Home and End move through the hours. */
export function HourSlider({ label, hours, running, describe, styles, height }: Props) {
  const tipId = useId();
  const group = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const last = hours.length - 1;
  const first = running ?? last;
  const current = shown ?? first;
  return (
    <>
      <Box
        ref={group}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={Object.values(describe(current)).filter(Boolean).join(', ')}
        aria-describedby={shown === null ? undefined : tipId}
        css={styles}
        height={height}
        onKeyDown={(event) => setShown((before) => targetOf(event, before ?? first, last))}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setShown(first)}
        onBlur={() => setShown(null)}
        onPointerOver={(event) => setShown(indexUnder(event))}
        onPointerLeave={(event) => event.pointerType !== 'touch' && setShown(null)}
      >
        {hours.map(({ key, state }, index) => (
          <span
            key={key}
            data-index={index}
            data-state={state}
            data-running={index === running || undefined}
            data-shown={index === shown || undefined}
          />
        ))}
      </Box>
      {shown !== null && (
        <HourTip
          id={tipId}
          text={describe(shown)}
          look={hours[shown]?.look ?? 'none'}
          bar={group.current?.children[shown]}
        />
      )}
    </>
  );
}

function targetOf(event: KeyboardEvent, from: number, last: number): number | null {
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

/** Bars differ in height; their tooltips stay at the same level. */
const BAR_PX = 28;

type TipProps = { id: string; text: HourText; look: StatusLook; bar: Element | undefined };

/** The tooltip of one hour. */
function HourTip({ id, text, look, bar }: TipProps) {
  return (
    <Tip id={id} anchor={bar} anchorHeight={BAR_PX}>
      <Text color="text.muted" whiteSpace="nowrap">
        {text.day}, {text.range}
      </Text>
      <StatusLabel look={look} text={text.status} />
      {text.slow && (
        <Box>
          <StatusLabel look="slow" text={text.slow} />
        </Box>
      )}
      {text.where && <Text whiteSpace="nowrap">{text.where}</Text>}
    </Tip>
  );
}
