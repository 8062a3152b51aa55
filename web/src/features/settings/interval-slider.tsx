import { Slider } from '@chakra-ui/react';
import { INTERVALS_MIN } from '@farwatch/core/limits';
import { useTranslation } from 'react-i18next';
import { type Interval, intervalByKey, LONGEST, nearestInterval, SHORTEST } from './interval.ts';

type Props = { value: Interval; onChange: (value: Interval) => void };

/** 10 to 60 minutes in steps of 1, snapping to the nearest of five. Keys move from one of the five to the next. */
export function IntervalSlider({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Slider.Root
      colorPalette="accent"
      min={SHORTEST}
      max={LONGEST}
      step={1}
      value={[value]}
      getAriaValueText={(details) => t('settings.every', { count: details.value })}
      onValueChange={(details) => onChange(nearestInterval(details.value[0] ?? value))}
      onKeyDownCapture={(event) => {
        const next = intervalByKey(value, event.key);
        if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onChange(next);
      }}
    >
      <Slider.Label srOnly>{t('settings.interval')}</Slider.Label>
      <Slider.Control h="11" cursor="pointer">
        <Slider.Track bg="edge" borderRadius="full" boxShadow="none">
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb
          index={0}
          bg="surface.raised"
          _focusVisible={{ outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'accent', outlineOffset: '2px' }}
        />
        <Slider.Marks
          top="20px"
          insetInline="0"
          marks={INTERVALS_MIN.map((each) => ({ value: each, label: each }))}
          css={{ '& .chakra-slider__markerIndicator': { bg: 'surface.raised' } }}
        />
      </Slider.Control>
    </Slider.Root>
  );
}
