import { chakra, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useId } from 'react';
import type { WithId } from '../../lib/live/read-document.ts';
import { CheckSet } from '../../ui/form/check-set.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';

type Props = {
  monitors: readonly WithId<Monitor>[];
  /** Null for all monitors, including those that are created later. */
  chosen: readonly string[] | null;
  texts: { all: string; some: string; none: string };
  isInvalid: boolean;
  onChange: (chosen: string[] | null) => void;
};

/** All monitors, or some of them. */
export function MonitorScope({ monitors, chosen, texts, isInvalid, onChange }: Props) {
  const name = useId();
  return (
    <>
      <RadioField name={name} checked={chosen === null} onChoose={() => onChange(null)}>
        {texts.all}
      </RadioField>
      <RadioField
        name={name}
        checked={chosen !== null}
        isInvalid={isInvalid}
        onChoose={() => onChange([...(chosen ?? [])])}
      >
        {texts.some}
      </RadioField>
      {chosen !== null && (
        <Flex direction="column" align="flex-start" maxH="216px" overflowY="auto" ps="7" py="1">
          {monitors.length === 0 && <Text color="text.muted">{texts.none}</Text>}
          <CheckSet
            options={monitors.map(({ id, name: monitor }) => ({
              value: id,
              label: <chakra.bdi overflowWrap="anywhere">{monitor}</chakra.bdi>,
            }))}
            chosen={chosen}
            onChange={onChange}
          />
        </Flex>
      )}
    </>
  );
}
