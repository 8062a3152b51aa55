import { Text } from '@chakra-ui/react';
import { StatusLabel } from '../status/status-label.tsx';
import type { StatusLook } from '../status/status-shape.tsx';
import { Tip } from '../tip.tsx';
import type { HourText } from './hour-text.ts';

/** Bars are of different heights, their tooltips are not. */
const BAR_PX = 28;

type Props = { id: string; text: HourText; look: StatusLook; bar: Element | undefined };

/** The tooltip of one hour. */
export function HourTip({ id, text, look, bar }: Props) {
  return (
    <Tip id={id} anchor={bar} anchorHeight={BAR_PX}>
      <Text color="text.muted" whiteSpace="nowrap">
        {text.day}, {text.range}
      </Text>
      <StatusLabel look={look} text={text.status} />
      {text.where && <Text whiteSpace="nowrap">{text.where}</Text>}
    </Tip>
  );
}
