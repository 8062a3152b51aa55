import { chakra } from '@chakra-ui/react';

type Props = { first: string; second?: string | undefined; title?: string };

/**
 * A cell's text with a less important line below, each truncated and in full on hover. A name may be in any script: it
 * is laid out in its own direction, but stays at the start of the cell.
 */
export function TwoLines({ first, second, title }: Props) {
  return (
    <>
      <chakra.span dir="auto" display="block" truncate textAlign="left" title={title ?? first}>
        {first}
      </chakra.span>
      {second && <SecondLine>{second}</SecondLine>}
    </>
  );
}

/** The less important line below a cell's text; `end`: of a cell that is aligned at the end. */
export function SecondLine({ children, end = false }: { children: string; end?: boolean }) {
  return (
    <chakra.span
      dir="auto"
      display="block"
      truncate
      textAlign={end ? 'inherit' : 'left'}
      textStyle="xs"
      fontWeight="normal"
      color="text.muted"
      title={children}
    >
      {children}
    </chakra.span>
  );
}
