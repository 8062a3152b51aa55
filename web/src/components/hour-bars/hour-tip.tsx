import { Box, Portal, Text } from '@chakra-ui/react';
import type { SegmentState } from '@farwatch/core/status/segments';
import { useLayoutEffect, useRef, useState } from 'react';
import { SEGMENT_LOOKS } from '../status/looks.ts';
import { StatusLabel } from '../status/status-label.tsx';
import type { HourText } from './hour-text.ts';

const EDGE_PX = 8;

type Props = { id: string; text: HourText; state: SegmentState; bar: Element | undefined };

/** The tooltip of one hour, above its bar and inside the window. */
export function HourTip({ id, text, state, bar }: Props) {
  const tip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });

  useLayoutEffect(() => {
    const around = bar?.getBoundingClientRect();
    const own = tip.current?.getBoundingClientRect();
    if (!around || !own) return;
    const middle = around.left + around.width / 2 - own.width / 2;
    const left = Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - own.width - EDGE_PX));
    const above = around.bottom - Math.max(around.height, 28) - own.height - EDGE_PX;
    setPlace({ left, top: above > EDGE_PX ? above : around.bottom + EDGE_PX });
  }, [bar]);

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
        px="3"
        py="2"
        textStyle="sm"
        whiteSpace="nowrap"
      >
        <Text color="text.muted">
          {text.day}, {text.range}
        </Text>
        <StatusLabel look={SEGMENT_LOOKS[state]} text={text.status} />
        {text.where && <Text>{text.where}</Text>}
      </Box>
    </Portal>
  );
}
