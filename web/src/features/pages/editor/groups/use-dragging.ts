import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { Place } from './draft-groups.ts';
import { boxesIn, placeAt } from './drop-place.ts';

/** The dragged component, and where it would be dropped; null before the pointer moves. */
export type Dragged = { id: string; place: Place | null };

/** The distance to the window's edges within which dragging scrolls, and by how much, px. */
const EDGE_PX = 72;
const STEP_PX = 16;

/** Dragging components by their handles, with a mouse, pen or finger. Escape ends it without a move. */
export function useDragging(list: RefObject<HTMLElement | null>, onMove: (id: string, place: Place) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDragged(null);
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [isDragging]);

  const handleOf = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ id, place: null });
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (dragged?.id !== id || !list.current) return;
      scrollAtEdge(clientY);
      setDragged({ id, place: placeAt(boxesIn(list.current), clientY) });
    },
    onPointerUp() {
      if (dragged?.id === id && dragged.place) onMove(id, dragged.place);
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  });

  return { dragged, handleOf };
}

function scrollAtEdge(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
}
