import { Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';
import { Panel } from './panel.tsx';

type Props = {
  title: string;
  /** Shown at the end of the title's line. */
  aside?: ReactNode;
  /** For focusing the section itself. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A part of a page with its own heading. */
export function Section({ title, aside, ref, children }: Props) {
  const id = useId();
  return (
    <Panel as="section" {...(ref && { ref, tabIndex: -1, outline: '0' })} overflow="clip" aria-labelledby={id}>
      <Flex align="center" justify="space-between" columnGap="4" rowGap="1" wrap="wrap" px="4" minH="12" py="2">
        <Heading as="h2" id={id} textStyle="lg" fontWeight="semibold">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Panel>
  );
}
