import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the content when another page is opened, as a browser does; not for the first one. */
export function useFocusOnPage(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
