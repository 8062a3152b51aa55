import { Box } from '@chakra-ui/react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';

/** A shorter drag is a press. */
const LEAST_DRAG_PX = 8;

type Props = {
  /** The margins of the chart within, px. */
  left: number;
  right: number;
  /** Called with two places, 0 at the chart's left edge and 1 at its right. */
  onZoom: (one: number, other: number) => void;
  children: ReactNode;
};

/** Selects a part of a chart by dragging across it, also with a finger; up and down still scrolls the page. */
export function ZoomArea({ left, right, onZoom, children }: Props) {
  const startX = useRef<number | null>(null);
  const [drag, setDrag] = useState<{ one: number; other: number } | null>(null);

  function shareAt(event: PointerEvent): number {
    const area = event.currentTarget.getBoundingClientRect();
    const width = area.width - left - right;
    return Math.max(0, Math.min(1, (event.clientX - area.left - left) / width));
  }

  function onPointerMove(event: PointerEvent) {
    if (startX.current === null) return;
    const other = shareAt(event);
    if (drag) return setDrag({ ...drag, other });
    const draggedPx = event.clientX - startX.current;
    if (Math.abs(draggedPx) < LEAST_DRAG_PX) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const area = event.currentTarget.getBoundingClientRect();
    const one = other - draggedPx / (area.width - left - right);
    setDrag({ one: Math.max(0, Math.min(1, one)), other });
  }

  function end() {
    startX.current = null;
    setDrag(null);
  }

  return (
    <Box
      position="relative"
      h="full"
      userSelect="none"
      cursor="crosshair"
      touchAction="pan-y"
      data-zoom
      onPointerDown={(event) => {
        if (event.button === 0) startX.current = event.clientX;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (drag) onZoom(drag.one, drag.other);
        end();
      }}
      onPointerCancel={end}
      onPointerLeave={() => !drag && end()}
    >
      {children}
      {drag && (
        <Box
          position="absolute"
          top="4"
          bottom="0"
          bg="accent"
          opacity="0.18"
          pointerEvents="none"
          style={{
            left: `calc(${left}px + (100% - ${left + right}px) * ${Math.min(drag.one, drag.other)})`,
            width: `calc((100% - ${left + right}px) * ${Math.abs(drag.one - drag.other)})`,
          }}
        />
      )}
    </Box>
  );
}
