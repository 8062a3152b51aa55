import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The page shown last; null until the document's first. */
let shown: string | null = null;

/**
 * Moves the focus to a frame's content when another page opens, in the same frame or another, as a browser does on
 * navigation; not for the first page.
 */
export function useFocusOnPage<T extends HTMLElement>(): RefObject<T | null> {
  const content = useRef<T>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = shown === null;
    if (shown === pathname) return;
    shown = pathname;
    if (!isFirst) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
