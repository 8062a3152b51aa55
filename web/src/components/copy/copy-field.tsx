import { chakra, Field, Flex, Input } from '@chakra-ui/react';
import { CopyButton } from './copy-button.tsx';

type Props = {
  label: string;
  /** Null: there is nothing to copy, and the placeholder says so. */
  text: string | null;
  placeholder: string;
  copyLabel: string;
};

/** A read-only text with a copy button. */
export function CopyField({ label, text, placeholder, copyLabel }: Props) {
  return (
    <Field.Root readOnly>
      <Field.Label>{label}</Field.Label>
      <Flex w="full" position="relative">
        <Input
          value={text ?? placeholder}
          color={text === null ? 'text.muted' : 'text'}
          fontFamily={text === null ? 'body' : 'mono'}
          textOverflow="ellipsis"
          pe={text === null ? '3' : '12'}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => text !== null && event.currentTarget.select()}
        />
        {text !== null && (
          <chakra.span position="absolute" insetEnd="0" top="0" h="full" display="flex" alignItems="center">
            <CopyButton text={text} label={copyLabel} h="full" minW="11" />
          </chakra.span>
        )}
      </Flex>
    </Field.Root>
  );
}
