import { Flex } from '@chakra-ui/react';
import type { Device } from '@farwatch/core/agents/device';
import { BatteryCharging, BatteryFull, BatteryLow, BatteryMedium } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A device's battery: above 50 well, above 20 middling, else low, and whether it is charging. */
export function Battery({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  const level = device?.batteryPercent ?? null;
  if (level === null) return <>{t('none')}</>;
  const isCharging = device?.batteryCharging === true;
  const [Icon, color] =
    level > 50
      ? ([BatteryFull, 'status.up'] as const)
      : level > 20
        ? ([BatteryMedium, 'status.partial'] as const)
        : ([BatteryLow, 'status.down'] as const);
  const Shown = isCharging ? BatteryCharging : Icon;
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
      <Flex as="span" color={color}>
        <Shown size={18} {...(isCharging ? { role: 'img', 'aria-label': charging } : { 'aria-hidden': true })} />
      </Flex>
      {t('agents.battery.level', { value: Math.round(level) })}
    </Flex>
  );
}
