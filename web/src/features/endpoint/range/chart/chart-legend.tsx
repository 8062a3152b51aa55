import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shown } from './chart-panel.tsx';

/** What the chart's lines or areas are; areas in the order in which they lie on each other. */
export function ChartLegend({ kind, lines, checks }: Shown) {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" rowGap="1" textStyle="sm" color="text.muted">
      {lines.map(({ id, name, look: { color, dashes } }) => (
        <Entry key={id} text={name} width={kind === 'areas' ? 16 : 24}>
          {kind === 'areas' ? (
            <chakra.rect x="2" y="2" width="12" height="12" rx="3" fill={color} />
          ) : (
            <chakra.path d="M0 8h24" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
          )}
        </Entry>
      ))}
      {checks && (
        <Entry text={t('endpointRange.chart.errors')} width={16}>
          <chakra.path d="M2 16v-9h4v9zM10 16v-5h4v5z" fill="status.down" />
        </Entry>
      )}
    </Flex>
  );
}

function Entry({ text, width, children }: { text: string; width: number; children: ReactNode }) {
  return (
    <Flex as="li" align="center" gap="1.5">
      <chakra.svg width={`${width}px`} height="16px" aria-hidden="true">
        {children}
      </chakra.svg>
      {text}
    </Flex>
  );
}
