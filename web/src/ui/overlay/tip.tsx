import { Box, Portal } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

const EDGE_PX = 8;

type Props = {
  id: string;
  /** The element that it describes. */
  anchor: Element | null | undefined;
  /** The minimum height assumed for the anchor, px. */
  anchorHeight?: number;
  children: ReactNode;
};

/**
 * A tooltip above its anchor, or below if there is no space, within the window. Chakra's Tooltip would add 20 kB to the
 * first load.
 */
export function Tip({ id, anchor, anchorHeight = 0, children }: Props) {
  const tip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });

  useLayoutEffect(() => {
    const target = anchor?.getBoundingClientRect();
    const own = tip.current?.getBoundingClientRect();
    if (!target || !own) return;
    const middle = target.left + target.width / 2 - own.width / 2;
    const left = Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - own.width - EDGE_PX));
    const above = target.bottom - Math.max(target.height, anchorHeight) - own.height - EDGE_PX;
    setPlace({ left, top: above > EDGE_PX ? above : target.bottom + EDGE_PX });
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
