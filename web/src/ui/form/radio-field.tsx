import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  /** Shared by all fields of a choice. */
  name: string;
  checked: boolean;
  isInvalid?: boolean;
  /** Whether it is 44 px high on every screen, not only on phones. */
  isTall?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** One option of a choice, with its label. */
export function RadioField({ name, checked, isInvalid, isTall = false, onChoose, children }: Props) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="3"
      minH={isTall ? '11' : { base: '11', sm: '8' }}
      cursor="pointer"
    >
      <chakra.input
        type="radio"
        name={name}
        boxSize="4"
        flexShrink="0"
        accentColor="accent.solid"
        checked={checked}
        aria-invalid={isInvalid}
        onChange={onChoose}
      />
      {children}
    </chakra.label>
  );
}
