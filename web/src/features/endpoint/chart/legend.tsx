import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AboveMark, FailureMark, IsolatedMark, SuccessMark } from './marks.tsx';

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
