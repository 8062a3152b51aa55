import { Button, type ButtonProps } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link that looks like a button. */
export function ButtonLink({ to, children, ...button }: ButtonProps & { to: string }) {
  return (
    <Button asChild {...button}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}
