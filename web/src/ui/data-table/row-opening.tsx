import { chakra } from '@chakra-ui/react';
import type { DOMAttributes, MouseEvent, ReactNode } from 'react';
import { Link as RouterLink, useHref, useNavigate } from 'react-router-dom';
import type { RowLink } from './columns.ts';

const look = {
  base: {
    display: 'block',
    maxW: 'full',
    fontWeight: 'medium',
    // A name has the direction of its script, but is at the start of the row.
    textAlign: 'left',
    truncate: true,
    // It is placed below the sticky header.
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
    const onClick = (event: MouseEvent) => {
      if (!open || opensTab(event)) return;
      event.preventDefault();
      open();
    };
    return (
      <TitleLink dir="auto" to={link.to} state={link.state} {...{ [TITLE_MARK]: '' }} onClick={onClick}>
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

/** Identifies the title among a row's links and buttons. */
const TITLE_MARK = 'data-row-title';

type RowClicks = Pick<DOMAttributes<Element>, 'onClick' | 'onAuxClick' | 'onMouseDown'>;

/**
 * Opens the row on a click anywhere in it, except on a link or control, a touch on the hours (which opens their
 * tooltip), or at the end of a text selection. As on its link, a click with Ctrl, Cmd or Shift or the middle button
 * opens a new tab. Undefined if the row opens nothing.
 */
export function useRowClicks(link: RowLink | undefined, open: (() => void) | undefined): RowClicks | undefined {
  const navigate = useNavigate();
  const href = useHref(link?.to ?? '');
  if (!link && !open) return undefined;
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('a, button, input, label')) return;
    if (isTouch(event) && target?.closest('[role=slider]')) return;
    if (window.getSelection()?.toString()) return;
    if (link && opensTab(event)) return void window.open(href, '_blank', 'noopener');
    if (link && !open) return void navigate(link.to, { state: link.state });
    // A dialog opened by this returns the focus to the row's title, as if that had been clicked.
    titleIn(event.currentTarget)?.focus({ preventScroll: true });
    open?.();
  };
  if (!link) return { onClick };
  return {
    onClick,
    onAuxClick: (event) => event.button === MIDDLE && onClick(event),
    // Would start scrolling by moving the pointer.
    onMouseDown: (event) => event.button === MIDDLE && event.preventDefault(),
  };
}

const MIDDLE = 1;

function opensTab({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === MIDDLE || ctrlKey || metaKey || shiftKey;
}

function titleIn(row: Element): HTMLElement | null {
  return row.querySelector(`[${TITLE_MARK}]`);
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
