import type { LocationSegment } from '@farwatch/core/api/agent-figures';
import { useTranslation } from 'react-i18next';
import { HourSlider } from '../../../components/hour-bars/hour-slider.tsx';
import type { StatusLook } from '../../../components/status/status-shape.tsx';
import { gmtOffset, hourRange } from '../../../lib/format/dates.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n.ts';
import { dotStyles } from './dot-styles.ts';
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

/** A location's 24 hours as dots, by the viewer's clock. */
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
