import { Box, Portal } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

const EDGE_PX = 8;

type Props = {
  id: string;
  /** What it belongs to. */
  anchor: Element | null | undefined;
  /** How high at least what it belongs to is taken to be, px. */
  anchorHeight?: number;
  children: ReactNode;
};

/** A tooltip above its element, below if there is no room, and inside the window. */
export function Tip({ id, anchor, anchorHeight = 0, children }: Props) {
  const tip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });

  useLayoutEffect(() => {
    const around = anchor?.getBoundingClientRect();
    const own = tip.current?.getBoundingClientRect();
    if (!around || !own) return;
    const middle = around.left + around.width / 2 - own.width / 2;
    const left = Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - own.width - EDGE_PX));
    const above = around.bottom - Math.max(around.height, anchorHeight) - own.height - EDGE_PX;
    setPlace({ left, top: above > EDGE_PX ? above : around.bottom + EDGE_PX });
  }, [anchor, anchorHeight]);

  return (
    <Portal>
      <Box
        ref={tip}
        id={id}
        role="tooltip"
        position="fixed"
        zIndex="tooltip"
        pointerEvents="none"
        style={place}
        bg="surface.raised"
        borderWidth="1px"
        borderColor="edge"
        borderRadius="l2"
        maxW="calc(100vw - 16px)"
        px="3"
        py="2"
        textStyle="sm"
      >
        {children}
      </Box>
    </Portal>
  );
}
