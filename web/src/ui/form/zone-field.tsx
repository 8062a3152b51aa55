import { chakra, Flex } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { Choice } from './choice.tsx';

type Props = { label: string; value: string; onChoose: (zone: string) => void };

/** Selects a time zone among those that the browser knows. */
export function ZoneField({ label, value, onChoose }: Props) {
  const id = useId();
  const options = useMemo(() => {
    const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value]);
    return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  }, [value]);
  return (
    <Flex direction="column" gap="1.5" align="flex-start">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      <Choice id={id} value={value} options={options} onChoose={onChoose} />
    </Flex>
  );
}
