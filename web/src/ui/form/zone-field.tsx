import { chakra, Flex, Input } from '@chakra-ui/react';
import { zoneName } from '@farwatch/core/texts/zones/zone-names';
import { useId, useMemo, useState } from 'react';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { currentMs } from '../../lib/time/now.ts';
import { findZone, zoneOptions } from '../../lib/time/zones.ts';

type Props = { label: string; value: string; onChoose: (zone: string) => void };

/** Selects a time zone among those that the browser knows: by typing its city, or from the list that opens. */
export function ZoneField({ label, value, onChoose }: Props) {
  const id = useId();
  const language = useLanguage();
  const options = useMemo(() => zoneOptions(value, language, currentMs()), [value, language]);
  const shown = zoneName(value, language, currentMs());
  // While it has the focus the field is empty, since browsers list only what matches its text.
  const [typed, setTyped] = useState<string | null>(null);

  function search(text: string) {
    setTyped(text);
    const zone = findZone(options, text);
    if (zone !== null) onChoose(zone);
  }

  return (
    <Flex direction="column" gap="1.5" align="flex-start">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      <Input
        id={id}
        list={`${id}zones`}
        maxW="sm"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? shown}
        placeholder={shown}
        onFocus={() => setTyped('')}
        onBlur={() => setTyped(null)}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <datalist id={`${id}zones`}>
        {options.map(({ zone, label: name }) => (
          <option key={zone} value={name}>
            {zone}
          </option>
        ))}
      </datalist>
    </Flex>
  );
}
