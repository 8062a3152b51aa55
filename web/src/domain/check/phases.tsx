import { Box, chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { PhaseDetail } from './phase-details.ts';

/** A check's phases as one bar, each as wide as it took long. The same information is always given as text too. */
export function PhaseBar({ phases, height }: { phases: readonly PhaseDetail[]; height: '3px' | '12px' }) {
  const shown = phases.filter(({ ms }) => ms > 0);
  if (shown.length === 0) return null;
  return (
    <Flex aria-hidden="true" gap="2px" h={height} borderRadius="l1" overflow="hidden">
      {shown.map(({ phase, ms }) => (
        <Box key={phase} bg={`phase.${phase}`} minW="2px" style={{ flex: `${ms} 0 0` }} />
      ))}
    </Flex>
  );
}

/** The bar's legend, with each phase's time. */
export function PhaseList({ phases }: { phases: readonly PhaseDetail[] }) {
  const { t } = useTranslation();
  return (
    <chakra.dl display="flex" flexDirection="column" gap="2">
      {phases.map(({ phase, ms, isWhereItFailed }) => (
        <Flex key={phase} align="baseline" justify="space-between" gap="4">
          <chakra.dt display="flex" alignItems="baseline" gap="2" minW="0">
            <Box alignSelf="center" flexShrink="0" boxSize="12px" borderRadius="l1" bg={`phase.${phase}`} />
            <span>
              {t(`endpoint.check.phases.${phase}`)}
              {isWhereItFailed && (
                <chakra.span color="danger" fontWeight="medium" ms="2">
                  {t('endpoint.check.failedHere')}
                </chakra.span>
              )}
            </span>
          </chakra.dt>
          <chakra.dd whiteSpace="nowrap">{t('endpoint.ms', { value: ms.toLocaleString('en') })}</chakra.dd>
        </Flex>
      ))}
    </chakra.dl>
  );
}
