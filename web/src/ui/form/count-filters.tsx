import { Button, Flex, Text } from '@chakra-ui/react';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; text: string; count: number }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A button for each filter of a list, with its number of rows; one is pressed. */
export function CountFilters<Value extends string>({ label, options, chosen, onChoose }: Props<Value>) {
  return (
    <Flex role="group" aria-label={label} wrap="wrap" gap="1">
      {options.map(({ value, text, count }) => (
        <Button
          key={value}
          size="sm"
          variant="ghost"
          aria-pressed={value === chosen}
          _pressed={{ bg: 'accent.subtle', color: 'accent' }}
          onClick={() => onChoose(value)}
        >
          {text}
          <Text as="span" fontWeight="normal" color={value === chosen ? 'inherit' : 'text.muted'}>
            {count}
          </Text>
        </Button>
      ))}
    </Flex>
  );
}
