import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide what the ref is put on is, px, kept current; null until it is there, before anything is painted. */
export function useWidth(): [ref: RefObject<HTMLDivElement | null>, widthPx: number | null] {
  const ref = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setWidthPx(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
