import { chakra } from '@chakra-ui/react';
import type { MouseEvent, ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { RowLink } from './columns.ts';

const look = {
  base: {
    display: 'block',
    maxW: 'full',
    fontWeight: 'medium',
    // A name has the direction of its script, but is at the start of the row.
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

/** Identifies the title among a row's buttons. */
const TITLE_MARK = 'data-row-title';

/**
 * Opens the row on a click anywhere in it, except on a link or control, a touch on the hours (which opens their
 * tooltip), or at the end of a text selection.
 */
export function useRowClick(
  link: RowLink | undefined,
  open: (() => void) | undefined,
): ((event: MouseEvent) => void) | undefined {
  const navigate = useNavigate();
  if (!link && !open) return undefined;
  return (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('a, button, input, label')) return;
    if (isTouch(event) && target?.closest('[role=slider]')) return;
    if (window.getSelection()?.toString()) return;
    if (link) return void navigate(link.to, { state: link.state });
    // A dialog opened by this returns the focus to the row's own button, as if that had been clicked.
    titleIn(event.currentTarget)?.focus({ preventScroll: true });
    open?.();
  };
}

function titleIn(row: Element): HTMLElement | null {
  return row.querySelector(`button[${TITLE_MARK}]`);
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
