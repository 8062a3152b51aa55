import type { SystemStyleObject } from '@chakra-ui/react';
import type { LocationSegment } from '@farwatch/core/contracts/api/agent-metrics';
import { useTranslation } from 'react-i18next';
import { HourSlider } from '../../../components/hour-bars/hour-slider.tsx';
import type { StatusLook } from '../../../components/status/status.tsx';
import { gmtOffset, hourRange } from '../../../lib/format/dates.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { type DotState, dotState, type ShownHours } from './performance-hours.ts';

const LOOKS: Record<DotState, StatusLook> = {
  UP: 'up',
  DOWN: 'down',
  PARTIAL: 'partial',
  FUTURE: 'pending',
  NONE: 'none',
};

const fullHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

type Props = { segments: readonly LocationSegment[]; shown: ShownHours };

/** A location's 24 hours as dots, in the viewer's zone. */
export function HourDots({ segments, shown }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = (index: number) => {
    const { hour, atMs } = shown.hours[index] ?? { hour: 0, atMs: 0 };
    const range = `${fullHour(hour)}–${fullHour(hour + 1)} ${gmtOffset(atMs, language)}`;
    const segment = segments[index] ?? null;
    return {
      day: hourRange(atMs, language).day,
      range: index === shown.running ? `${range} (${t('hours.running')})` : range,
      status: t(`agents.performance.hour.${dotState(segment)}`, { value: percent(segment?.availability ?? 0) }),
      where: '',
    };
  };
  const hours = segments.map((segment, index) => {
    const state = dotState(segment);
    return { key: index, state, look: LOOKS[state] };
  });
  return (
    <HourSlider
      label={t('agents.performance.hours')}
      hours={hours}
      running={shown.running}
      describe={describe}
      styles={dotStyles}
    />
  );
}

const ring = 'inset 0 0 0 1.5px currentColor';

/**
 * Dots: filled when up, with a bar when down, half filled when partial, dashed in the future, crossed out without data.
 */
const dotStyles: SystemStyleObject = {
  display: 'flex',
  alignItems: 'center',
  gap: '2px',
  width: '100%',
  minWidth: '190px',
  maxWidth: '384px',
  borderRadius: 'l1',
  outlineOffset: '4px',
  _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  '& > span': { flex: '1 1 0', maxWidth: '14px', aspectRatio: '1', borderRadius: 'full', position: 'relative' },
  // The gaps count as parts of the dots, so that the pointer is always over one.
  '& > span::before': { content: '""', position: 'absolute', insetInline: '-1px', insetBlock: '-8px' },
  '& > [data-state=UP]': { bg: 'status.up' },
  '& > [data-state=DOWN]': {
    bg: 'status.down',
    _after: { content: '""', position: 'absolute', insetInline: '25%', insetBlock: '42%', bg: 'surface.raised' },
  },
  '& > [data-state=PARTIAL]': {
    color: 'status.partial',
    boxShadow: ring,
    backgroundImage: 'linear-gradient(90deg, transparent 50%, currentColor 50%)',
  },
  '& > [data-state=FUTURE]': {
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: { _light: 'status.none', _dark: 'text.muted' },
  },
  '& > [data-state=NONE]': {
    color: { _light: 'text.muted', _dark: 'status.none' },
    boxShadow: ring,
    backgroundImage: 'linear-gradient(135deg, transparent 44%, currentColor 44% 56%, transparent 56%)',
  },
  '& > [data-running]': { outline: '1px solid', outlineColor: 'text', outlineOffset: '1px' },
  '& > [data-shown]': { filter: 'brightness(0.8)', _dark: { filter: 'brightness(1.25)' } },
};
