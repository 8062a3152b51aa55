import { Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';
import { Panel } from '../../components/panel.tsx';

type Props = {
  title: string;
  /** Stands at the other end of the title's line. */
  aside?: ReactNode;
  /** The section itself, which can be focused. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A titled part of the monitor's page. */
export function Section({ title, aside, ref, children }: Props) {
  const titleId = useId();
  return (
    <Panel as="section" {...(ref && { ref })} tabIndex={-1} outline="0" overflow="hidden" aria-labelledby={titleId}>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" px="4" minH="12" py="2">
        <Heading as="h2" id={titleId} textStyle="lg" fontWeight="semibold">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Panel>
  );
}
