import { createListCollection, Select } from '@chakra-ui/react';
import { selectSlotRecipe } from '@chakra-ui/react/theme';
import { LOCATION_CODES, type LocationCode, locationCodeSchema } from '@farwatch/core/locations';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../components/flags/location-names.tsx';

type Props = { value: LocationCode; onChange: (code: LocationCode) => void };

/** One of the countries, by flag and name. */
export function CountryField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const collection = useMemo(
    () =>
      createListCollection({ items: LOCATION_CODES.map((code) => ({ value: code, label: t(`locations.${code}`) })) }),
    [t],
  );
  return (
    <Select.Root
      recipe={selectSlotRecipe}
      collection={collection}
      value={[value]}
      positioning={{ strategy: 'fixed', sameWidth: true }}
      onValueChange={({ value: [chosen] }) => onChange(locationCodeSchema.parse(chosen))}
    >
      <Select.HiddenSelect />
      <Select.Label>{t('agents.create.country')}</Select.Label>
      <Select.Control>
        <Select.Trigger borderColor="edge" bg="surface.raised" minH={{ base: '11', sm: '10' }}>
          <LocationNames codes={[value]} />
        </Select.Trigger>
        <Select.IndicatorGroup>
          <Select.Indicator />
        </Select.IndicatorGroup>
      </Select.Control>
      <Select.Positioner>
        <Select.Content boxShadow="none" borderWidth="1px" borderColor="edge">
          {collection.items.map((item) => (
            <Select.Item key={item.value} item={item} minH={{ base: '11', sm: '9' }}>
              <LocationNames codes={[item.value]} />
              <Select.ItemIndicator />
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Positioner>
    </Select.Root>
  );
}
