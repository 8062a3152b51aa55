import { Flex } from '@chakra-ui/react';
import type { Device } from '@farwatch/core/agents/device';
import { batteryLevel, type Level } from '@farwatch/core/agents/levels';
import { BatteryCharging, BatteryFull, BatteryLow, BatteryMedium, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LEVEL_LOOKS } from '../../components/agents/level-looks.ts';

const ICONS: Record<Level, LucideIcon> = { good: BatteryFull, fair: BatteryMedium, poor: BatteryLow };

/** A device's battery: how full it is, and whether it is charging. */
export function Battery({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  const percent = device?.batteryPercent ?? null;
  if (percent === null) return <>{t('none')}</>;
  const isCharging = device?.batteryCharging === true;
  const level = batteryLevel(percent);
  const Shown = isCharging ? BatteryCharging : ICONS[level];
  const charging = t('agents.battery.charging');
  return (
    <Flex
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="1.5"
      title={isCharging ? charging : undefined}
    >
      <Flex as="span" color={`status.${LEVEL_LOOKS[level]}`}>
        <Shown size={18} {...(isCharging ? { role: 'img', 'aria-label': charging } : { 'aria-hidden': true })} />
      </Flex>
      {t('agents.battery.level', { value: Math.round(percent) })}
    </Flex>
  );
}
