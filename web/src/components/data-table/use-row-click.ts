import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RowLink } from './columns.ts';

/** Marks a row's title among its buttons. */
export const TITLE_MARK = 'data-row-title';

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
