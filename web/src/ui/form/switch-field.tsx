import { Flex, Switch, Text } from '@chakra-ui/react';
import { useId } from 'react';

type Props = {
  label: string;
  /** Explains the switch, below its label. */
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with its label at the start of the line. */
export function SwitchField({ label, hint, checked, disabled = false, onChange }: Props) {
  const hintId = useId();
  return (
    <Switch.Root
      colorPalette="accent"
      display="flex"
      justifyContent="space-between"
      gap="4"
      minH="11"
      cursor="pointer"
      checked={checked}
      disabled={disabled}
      onCheckedChange={(change) => onChange(change.checked)}
    >
      <Flex direction="column" minW="0">
        <Switch.Label textStyle="md" fontWeight="medium">
          {label}
        </Switch.Label>
        {hint && (
          <Text id={hintId} textStyle="sm" color="text.muted">
            {hint}
          </Text>
        )}
      </Flex>
      <Switch.HiddenInput {...(hint && { 'aria-describedby': hintId })} />
      <Switch.Control bg="edge" _checked={{ bg: 'accent.solid' }} />
    </Switch.Root>
  );
}
