import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Opens a row's page on a click anywhere in it that is not a link, a control, a finger on the hours (which shows their
 * tooltip) or the end of a text selection.
 */
export function useRowClick(link: string | undefined): ((event: MouseEvent) => void) | undefined {
  const navigate = useNavigate();
  if (!link) return undefined;
  return (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('a, button, input, label')) return;
    if (isTouch(event) && target?.closest('[role=slider]')) return;
    if (window.getSelection()?.toString()) return;
    void navigate(link);
  };
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
