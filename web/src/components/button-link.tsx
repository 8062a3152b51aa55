import { Button, type ButtonProps } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link that looks like a button; `state` is passed with the navigation. */
export function ButtonLink({ to, state, children, ...button }: ButtonProps & { to: string; state?: unknown }) {
  return (
    <Button asChild {...button}>
      <Link to={to} state={state}>
        {children}
      </Link>
    </Button>
  );
}
