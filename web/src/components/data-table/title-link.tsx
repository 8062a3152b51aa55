import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

const StyledLink = chakra(RouterLink);

/** A row's own link, for the keyboard and for opening in a new tab. */
export function TitleLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <StyledLink
      to={to}
      display="block"
      fontWeight="medium"
      truncate
      borderRadius="l1"
      _hover={{ textDecoration: 'underline' }}
      focusVisibleRing="outside"
    >
      {children}
    </StyledLink>
  );
}
