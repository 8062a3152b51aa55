import { Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Panel } from '../../components/panel.tsx';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A part of the page under its own heading. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} overflow="hidden">
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
