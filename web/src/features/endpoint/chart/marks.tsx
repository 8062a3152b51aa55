import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The legend of the chart's line and marks; `above` if some values exceed the scale. */
export function Legend({ above }: { above: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" rowGap="1" textStyle="sm" color="text.muted">
      <Entry text={t('endpoint.chart.median')}>
        <IsolatedMark x={8} y={8} />
      </Entry>
      <Entry text={t('endpoint.chart.success')}>
        <SuccessMark x={8} y={8} />
      </Entry>
      <Entry text={t('endpoint.chart.failure')}>
        <FailureMark x={8} y={8} />
      </Entry>
      {above && (
        <Entry text={t('endpoint.chart.above')}>
          <AboveMark x={8} y={17} />
        </Entry>
      )}
    </Flex>
  );
}

function Entry({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Flex as="li" align="center" gap="1.5">
      <chakra.svg width="16px" height="16px" aria-hidden="true">
        {children}
      </chakra.svg>
      {text}
    </Flex>
  );
}

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

/** A median without a neighbour, and therefore without a line. */
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
