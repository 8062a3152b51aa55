import { Box, Flex } from '@chakra-ui/react';
import { agentBadge, healthReasons } from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/form/copy.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { AgentBadge } from '../../../components/status/agent-badge.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';

/** The registered device, and whether it reports. */
export function JoinedDevice({ agent, nowMs }: { agent: Agent; nowMs: number }) {
  const { t } = useTranslation();
  const { device, lastReportAt, endpointCount } = agent;
  return (
    <>
      <Facts>
        <Fact name={t('agents.registration.device')}>{device?.deviceName ?? t('agents.registration.noDevice')}</Fact>
        <Fact name={t('agents.registration.system')}>
          {device ? `${device.osName} ${device.osVersion}` : t('none')}
        </Fact>
        <Fact name={t('agents.registration.version')} short>
          {device?.appVersion ?? t('none')}
        </Fact>
        <Fact name={t('agents.registration.status')} short>
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
        </Fact>
        <Fact name={t('agents.registration.endpoints')} short>
          {endpointCount}
        </Fact>
      </Facts>
      <CopyField
        label={t('agents.registration.code')}
        text={null}
        placeholder={t('agents.registration.codeUsed')}
        copyLabel={t('agents.registration.copyCode')}
      />
    </>
  );
}
