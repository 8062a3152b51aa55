import { Button, type ButtonProps } from '@chakra-ui/react';

/** A link to another document that looks like a button. */
export function LinkButton({ href, children, ...button }: ButtonProps & { href: string }) {
  return (
    <Button asChild colorPalette="accent" fontWeight="semibold" {...button}>
      <a href={href}>{children}</a>
    </Button>
  );
}
