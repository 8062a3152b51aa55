import { Checkbox } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** A checkbox with its label, 44 px high on phones. */
export function CheckField({ checked, onChange, children }: Props) {
  return (
    <Checkbox.Root
      colorPalette="accent"
      minH={{ base: '11', sm: '8' }}
      checked={checked}
      onCheckedChange={(change) => onChange(change.checked === true)}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control borderColor="edge" />
      <Checkbox.Label fontWeight="normal" textStyle="md">
        {children}
      </Checkbox.Label>
    </Checkbox.Root>
  );
}
