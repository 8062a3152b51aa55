import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const LOOKS = {
  error: { icon: CircleAlert, color: 'danger', ground: 'danger.subtle', role: 'alert' },
  warning: { icon: TriangleAlert, color: 'status.partial', ground: 'surface.sunken', role: 'status' },
  info: { icon: Info, color: 'accent', ground: 'accent.subtle', role: 'status' },
  success: { icon: CircleCheck, color: 'status.up', ground: 'surface.sunken', role: 'status' },
} as const;

type Props = { kind: keyof typeof LOOKS; children: ReactNode; action?: ReactNode };

/** Shows one sentence above the content it concerns: what happened and what to do, with at most one action. */
export function Notice({ kind, children, action }: Props) {
  const { icon: Icon, color, ground, role } = LOOKS[kind];
  return (
    <Flex role={role} gap="3" px="4" py="3" borderRadius="l2" bg={ground} textStyle="md">
      <Flex color={color} flexShrink="0" minH="5" align="center" alignSelf={{ sm: 'center' }} aria-hidden="true">
        <Icon size={18} />
      </Flex>
      {/* If there is little space for the text, the action moves below it. */}
      <Flex flex="1" minW="0" columnGap="3" rowGap="2" wrap="wrap" align="center">
        <Box flex="1 1 160px" minW="0" overflowWrap="anywhere" color={kind === 'error' ? 'danger' : 'text'}>
          {children}
        </Box>
        {action}
      </Flex>
    </Flex>
  );
}
