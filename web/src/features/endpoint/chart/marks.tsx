import { chakra } from '@chakra-ui/react';

type At = { x: number; y: number };

/** The average of successful checks: a dot. */
export function SuccessMark({ x, y }: At) {
  return <chakra.circle cx={x} cy={y} r="3.5" fill="status.up" stroke="surface.raised" strokeWidth="1" />;
}

/** The average of failed checks: a cross, so that it is distinct without colour. */
export function FailureMark({ x, y }: At) {
  return (
    <chakra.path
      d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`}
      stroke="status.down"
      strokeWidth="2.5"
      strokeLinecap="round"
      fill="none"
    />
  );
}

/** A median without a known neighbour, so without a line. */
export function IsolatedMark({ x, y }: At) {
  return <chakra.path d={`M${x - 5} ${y}h10`} stroke="text" strokeWidth="2" strokeLinecap="round" />;
}

/** Marks a value above the scale, drawn at its top edge. */
export function AboveMark({ x, y }: At) {
  return (
    <chakra.path
      d={`M${x - 4} ${y - 7}l4 -4l4 4`}
      stroke="text.muted"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      fill="none"
    />
  );
}
