import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import type { Agent } from '@farwatch/core/documents/agent';
import type { Device } from '@farwatch/core/values/device';
import { batteryLevel } from '@farwatch/core/values/levels';
import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DetailItem, DetailList } from '../../../components/layout/detail-list.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LEVEL_LOOKS } from '../../../components/status/looks.ts';
import { StatusLabel } from '../../../components/status/status.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { LoadFailure } from '../load-failure.tsx';
import { AgentInformation } from './agent-information.tsx';
import { Reporting } from './reporting.tsx';

type Props = {
  agent: WithId<Agent>;
  /** Nothing is requested while another tab is shown. */
  shown: boolean;
};

/** The agent's identity, reporting and device, from its live document; the results of its checks from the API. */
export function Overview({ agent, shown }: Props) {
  const input = shown ? { params: { id: agent.id } } : null;
  const { data, error, mutate } = useApi(agentCalls.stats, input, POLL_MS);
  const failure = useVisibleFailure(data, error);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '4', md: '6' }}>
        <AgentInformation agent={agent} stats={data} />
        <Flex direction="column" gap={{ base: '4', md: '6' }} minW="0">
          <DeviceInformation device={agent.device} />
          <Reporting agent={agent} />
        </Flex>
      </Grid>
    </Flex>
  );
}

function DeviceInformation({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agent.device.title')}>
      <Box px="4" pb="4">
        {device ? <DeviceRows device={device} /> : <Text color="text.muted">{t('agent.device.none')}</Text>}
      </Box>
    </Section>
  );
}

function DeviceRows({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { deviceName, deviceId, osName, osVersion, appVersion, memoryUsage } = device;
  return (
    <DetailList>
      <DetailItem name={t('agent.device.name')}>{deviceName || t('none')}</DetailItem>
      <DetailItem name={t('agent.device.id')}>{deviceId || t('none')}</DetailItem>
      <DetailItem name={t('agent.device.os')}>{`${osName} ${osVersion}`.trim() || t('none')}</DetailItem>
      <DetailItem name={t('agent.device.app')}>{appVersion || t('none')}</DetailItem>
      <DetailItem name={t('agent.device.battery')} short>
        <Battery device={device} />
      </DetailItem>
      <DetailItem name={t('agent.device.memory')} short>
        {memoryUsage === null ? t('none') : t('agent.device.percent', { value: Math.round(memoryUsage) })}
      </DetailItem>
    </DetailList>
  );
}

function Battery({ device: { batteryPercent, batteryCharging } }: { device: Device }) {
  const { t } = useTranslation();
  if (batteryPercent === null) return t('none');
  const look = LEVEL_LOOKS[batteryLevel(batteryPercent)];
  return (
    <Flex as="span" display="inline-flex" align="center" wrap="wrap" columnGap="2">
      <StatusLabel look={look} text={t('agent.device.percent', { value: Math.round(batteryPercent) })} />
      {batteryCharging && (
        <Flex as="span" align="center" gap="1" textStyle="sm" color="text.muted" whiteSpace="nowrap">
          <Zap size={12} aria-hidden="true" />
          {t('agent.device.charging')}
        </Flex>
      )}
    </Flex>
  );
}
