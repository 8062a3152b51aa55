import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { RowLink } from './columns.ts';
import { TITLE_MARK } from './use-row-click.ts';

const look = {
  base: {
    display: 'block',
    maxW: 'full',
    fontWeight: 'medium',
    // A name may be in any script: it is laid out in its own direction, but stays at the start of the row.
    textAlign: 'left',
    truncate: true,
    // Below the sticky header.
    scrollMarginTop: '12',
    borderRadius: 'l1',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
} as const;

const TitleLink = chakra(RouterLink, look);
const TitleButton = chakra('button', look);

type Props = { link: RowLink | undefined; open: (() => void) | undefined; children: ReactNode };

/**
 * A row's title: a link or button for the keyboard and for opening in a new tab; plain text if the row opens nothing.
 */
export function RowTitle({ link, open, children }: Props) {
  if (link) {
    return (
      <TitleLink dir="auto" to={link.to} state={link.state}>
        {children}
      </TitleLink>
    );
  }
  if (!open) return <chakra.bdi>{children}</chakra.bdi>;
  return (
    <TitleButton dir="auto" type="button" {...{ [TITLE_MARK]: '' }} onClick={open}>
      {children}
    </TitleButton>
  );
}
