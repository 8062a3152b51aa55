import { Box, Flex, Text } from '@chakra-ui/react';
import type { Device } from '@farwatch/core/agents/device';
import { batteryLevel } from '@farwatch/core/agents/levels';
import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LEVEL_LOOKS } from '../../../components/status/looks.ts';
import { StatusLabel } from '../../../components/status/status.tsx';

/** The device the agent runs on. */
export function DeviceInformation({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agent.device.title')}>
      <Box px="4" pb="4">
        {device ? <DeviceFacts device={device} /> : <Text color="text.muted">{t('agent.device.none')}</Text>}
      </Box>
    </Section>
  );
}

function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { deviceName, deviceId, osName, osVersion, appVersion, memoryUsage } = device;
  return (
    <Facts>
      <Fact name={t('agent.device.name')}>{deviceName || t('none')}</Fact>
      <Fact name={t('agent.device.id')}>{deviceId || t('none')}</Fact>
      <Fact name={t('agent.device.os')}>{`${osName} ${osVersion}`.trim() || t('none')}</Fact>
      <Fact name={t('agent.device.app')}>{appVersion || t('none')}</Fact>
      <Fact name={t('agent.device.battery')} short>
        <Battery device={device} />
      </Fact>
      <Fact name={t('agent.device.memory')} short>
        {memoryUsage === null ? t('none') : t('agent.device.percent', { value: Math.round(memoryUsage) })}
      </Fact>
    </Facts>
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
