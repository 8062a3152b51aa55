import { Box, chakra } from '@chakra-ui/react';
import { fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS, type MonitorFieldName } from '@farwatch/core/values/monitor-fields/table';
import { DEFAULT_UPTIME_TARGET } from '@farwatch/core/values/uptime-target';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useIntervalText } from '../../domain/monitor-fields/interval-field.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { DraftForm } from './draft.ts';
import { MONITOR_PARTS } from './monitor-parts.tsx';

type Props = {
  form: DraftForm;
  /** Shown below the interval. */
  budget?: ReactNode;
  /** Whether the interval must be changed before saving, so that it is shown. */
  isOverBudget?: boolean;
};

/** The fields of the closed section, in order. */
const CLOSED: readonly MonitorFieldName[] = ['intervalSec', 'tags', 'uptimeTarget', 'dependsOn'];

/** The monitor's own fields, without its endpoints. */
export function MonitorFields({ form, budget, isOverBudget = false }: Props) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const field = (name: MonitorFieldName) => {
    const { Input, error } = MONITOR_PARTS[name];
    return <Input key={name} form={form} error={errors[name] && error(t, errors[name].type)} />;
  };
  return (
    <Panel p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
      {fieldNames(MONITOR_FIELDS)
        .filter((name) => !CLOSED.includes(name))
        .map(field)}
      <ClosedSection form={form} mustOpen={isOverBudget || CLOSED.some((name) => errors[name])}>
        {field('intervalSec')}
        {budget}
        {field('tags')}
        {field('uptimeTarget')}
        {field('dependsOn')}
      </ClosedSection>
    </Panel>
  );
}

/** The interval, the tags, the uptime target and the dependencies, closed with what they are set to until opened. */
function ClosedSection({ form, mustOpen, children }: { form: DraftForm; mustOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const textOf = useIntervalText();
  const [intervalSec, tags, target, dependsOn] = useWatch({
    control: form.control,
    name: ['intervalSec', 'tags', 'uptimeTarget', 'dependsOn'],
  });
  const isDefault = target === DEFAULT_UPTIME_TARGET || Number.isNaN(target);
  const parts = [
    textOf(intervalSec),
    ...tags,
    ...(isDefault ? [] : [t('form.targetOf', { value: target })]),
    ...(dependsOn.length === 0 ? [] : [t('form.dependsOn.count', { count: dependsOn.length })]),
  ];
  return (
    <chakra.details
      borderWidth="1px"
      borderRadius="l2"
      open={isOpen || mustOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
        <chakra.span fontWeight="medium">{t('form.intervalAndTags')}</chakra.span>{' '}
        <chakra.span color="text.muted" overflowWrap="anywhere">
          {parts.join(' · ')}
        </chakra.span>
      </chakra.summary>
      <Box px="4" pb="4" display="flex" flexDirection="column" gap="4">
        {children}
      </Box>
    </chakra.details>
  );
}
