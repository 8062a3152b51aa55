import { Switch } from '@chakra-ui/react';

type Props = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void };

/** A switch with its label at the start of the line. */
export function SwitchField({ label, checked, disabled = false, onChange }: Props) {
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
      <Switch.Label textStyle="md" fontWeight="medium">
        {label}
      </Switch.Label>
      <Switch.HiddenInput />
      <Switch.Control bg="edge" _checked={{ bg: 'accent.solid' }} />
    </Switch.Root>
  );
}
