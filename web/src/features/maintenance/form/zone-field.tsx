import { chakra, Flex } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/form/choice.tsx';

/** Selects a time zone among those that the browser knows. */
export function ZoneField({ value, onChoose }: { value: string; onChoose: (zone: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const options = useMemo(() => {
    const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value]);
    return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  }, [value]);
  return (
    <Flex direction="column" gap="1.5" align="flex-start">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {t('maintenance.form.zone')}
      </chakra.label>
      <Choice id={id} value={value} options={options} onChoose={onChoose} />
    </Flex>
  );
}
