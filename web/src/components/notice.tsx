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

/** One sentence above what it concerns: what happened and what to do, with at most one action. */
export function Notice({ kind, children, action }: Props) {
  const { icon: Icon, color, ground, role } = LOOKS[kind];
  return (
    <Flex role={role} align="center" gap="3" px="4" py="3" borderRadius="l2" bg={ground} textStyle="md">
      <Box color={color} flexShrink="0" aria-hidden="true">
        <Icon size={18} />
      </Box>
      <Box flex="1" minW="0" color={kind === 'error' ? 'danger' : 'text'}>
        {children}
      </Box>
      {action}
    </Flex>
  );
}
