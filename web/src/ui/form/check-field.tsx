import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { CheckBox } from './check-box.tsx';

type Props = { checked: boolean; isInvalid?: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** A checkbox with its label, 44 px high on phones. */
export function CheckField({ checked, isInvalid = false, onChange, children }: Props) {
  const id = useId();
  return (
    <chakra.label
      htmlFor={id}
      display="inline-flex"
      alignItems="center"
      gap="2.5"
      minH={{ base: '11', sm: '8' }}
      textStyle="md"
    >
      <CheckBox id={id} checked={checked} isInvalid={isInvalid} onChange={onChange} />
      {children}
    </chakra.label>
  );
}
