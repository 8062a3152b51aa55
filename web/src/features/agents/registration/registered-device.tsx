import { Box, Flex } from '@chakra-ui/react';
import { agentBadge, healthReasons } from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/form/copy.tsx';
import { DetailItem, DetailList } from '../../../components/layout/detail-list.tsx';
import { AgentBadge } from '../../../components/status/agent-badge.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';

export function RegisteredDevice({ agent, nowMs }: { agent: Agent; nowMs: number }) {
  const { t } = useTranslation();
  const { device, lastReportAt, endpointCount } = agent;
  return (
    <>
      <DetailList>
        <DetailItem name={t('agents.registration.device')}>
          {device?.deviceName ?? t('agents.registration.noDevice')}
        </DetailItem>
        <DetailItem name={t('agents.registration.system')}>
          {device ? `${device.osName} ${device.osVersion}` : t('none')}
        </DetailItem>
        <DetailItem name={t('agents.registration.version')} short>
          {device?.appVersion ?? t('none')}
        </DetailItem>
        <DetailItem name={t('agents.registration.status')} short>
          {lastReportAt === null ? (
            t('agents.registration.waitingForReport')
          ) : (
            <Flex as="span" columnGap="2" wrap="wrap" align="center">
              <AgentBadge badge={agentBadge(agent, nowMs)} reasons={healthReasons(agent, nowMs)} />
              <Box as="span" color="text.muted">
                <TimeAgo atMs={lastReportAt} />
              </Box>
            </Flex>
          )}
        </DetailItem>
        <DetailItem name={t('agents.registration.endpoints')} short>
          {endpointCount}
        </DetailItem>
      </DetailList>
      <CopyField
        label={t('agents.registration.code')}
        text={null}
        placeholder={t('agents.registration.codeUsed')}
        copyLabel={t('agents.registration.copyCode')}
      />
    </>
  );
}
