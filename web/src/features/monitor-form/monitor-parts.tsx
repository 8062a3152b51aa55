import { Box } from '@chakra-ui/react';
import { LIMITS } from '@farwatch/core/values/limits';
import type { MonitorFieldName } from '@farwatch/core/values/monitor-fields/table';
import { TAG_LENGTH, TAGS_PER_MONITOR } from '@farwatch/core/values/tags';
import { UPTIME_TARGETS } from '@farwatch/core/values/uptime-target';
import type { ComponentType } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DependsOnField } from '../../domain/dependencies/depends-on-field.tsx';
import { IntervalField, intervalText } from '../../domain/monitor-fields/interval-field.tsx';
import { LocationsField } from '../../domain/monitor-fields/locations-field.tsx';
import { TagsField } from '../../domain/monitor-fields/tags-field.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { DraftForm } from './draft.ts';
import type { FieldPart } from './field-part.ts';

type InputProps = { form: DraftForm; error: string | undefined };

/** The part of the form that edits one field of the monitor. */
export type MonitorPart = FieldPart & { Input: ComponentType<InputProps> };

const name: MonitorPart = {
  label: (t) => t('form.name'),
  error: (t, type) =>
    type === 'too_small' ? t('form.errors.name') : t('form.errors.nameLong', { max: LIMITS.nameLength }),
  Input: function NameInput({ form, error }) {
    const { t } = useTranslation();
    return (
      <TextField
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        autoComplete="off"
        error={error}
        {...form.register('name')}
      />
    );
  },
};

const description: MonitorPart = {
  label: (t) => t('form.description'),
  error: (t) => t('form.errors.descriptionLong', { max: LIMITS.descriptionLength }),
  Input: function DescriptionInput({ form, error }) {
    const { t } = useTranslation();
    return (
      <TextAreaField
        label={t('form.description')}
        optional={t('form.optional')}
        error={error}
        {...form.register('description')}
      />
    );
  },
};

const locations: MonitorPart = {
  label: (t) => t('form.locations'),
  error: (t) => t('form.errors.locations'),
  Input: function LocationsInput({ form, error }) {
    return (
      <Controller
        control={form.control}
        name="locations"
        render={({ field: { value, onChange, ref } }) => (
          <LocationsField value={value} onChange={onChange} focusRef={ref} error={error} />
        )}
      />
    );
  },
};

const tags: MonitorPart = {
  label: (t) => t('form.tags'),
  error: (t) => t('form.errors.tags', { max: TAGS_PER_MONITOR, length: TAG_LENGTH }),
  valueText: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  Input: function TagsInput({ form, error }) {
    return (
      <Controller
        control={form.control}
        name="tags"
        render={({ field: { value, onChange, ref } }) => (
          <TagsField value={value} onChange={onChange} focusRef={ref} error={error} />
        )}
      />
    );
  },
};

const intervalSec: MonitorPart = {
  label: (t) => t('form.interval'),
  error: (t) => t('form.errors.interval'),
  valueText: (value, t) => intervalText(typeof value === 'number' ? value : null, t),
  Input: function IntervalInput({ form, error }) {
    return (
      <Controller
        control={form.control}
        name="intervalSec"
        render={({ field: { value, onChange, ref } }) => (
          <IntervalField value={value} onChange={onChange} focusRef={ref} error={error} />
        )}
      />
    );
  },
};

const uptimeTarget: MonitorPart = {
  label: (t) => t('form.uptimeTarget'),
  error: (t) => t('form.errors.uptimeTarget', UPTIME_TARGETS),
  valueText: (value, t) => t('form.targetOf', { value: String(value) }),
  Input: function UptimeTargetInput({ form, error }) {
    const { t } = useTranslation();
    return (
      <Box maxW="360px">
        <TextField
          label={t('form.uptimeTarget')}
          hint={t('form.uptimeTargetHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          error={error}
          {...form.register('uptimeTarget', { setValueAs: parsePercent })}
        />
      </Box>
    );
  },
};

/** Parses a typed number with a point or a comma; NaN for anything else, which the schema refuses. */
function parsePercent(typed: unknown): number {
  const text = String(typed).trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

const dependsOn: MonitorPart = {
  label: (t) => t('form.dependsOn.label'),
  error: (t) => t('form.errors.dependsOn'),
  valueText: (value, t) => t('form.dependsOn.count', { count: Array.isArray(value) ? value.length : 0 }),
  Input: function DependsOnInput({ form, error }) {
    const endpointIds = useWatch({ control: form.control, name: 'endpoints' }).map(({ id }) => id);
    return (
      <Controller
        control={form.control}
        name="dependsOn"
        render={({ field: { value, onChange, ref } }) => (
          <DependsOnField value={value} onChange={onChange} endpointIds={endpointIds} focusRef={ref} error={error} />
        )}
      />
    );
  },
};

const paused: MonitorPart = {
  label: (t) => t('form.paused'),
  error: (t) => t('form.errors.paused'),
  Input: () => null,
};

const pausedUntilMs: MonitorPart = { ...paused, label: (t) => t('form.pausedUntil') };

const managed: MonitorPart = {
  ...paused,
  label: (t) => t('form.managed'),
  error: (t) => t('form.errors.managed'),
  valueText: (value) => (value === null ? '–' : Object.values(Object(value)).join(' ')),
};

/** The form's part of every field of a monitor; their order is that of the table of fields. */
export const MONITOR_PARTS: Record<MonitorFieldName, MonitorPart> = {
  name,
  description,
  tags,
  intervalSec,
  uptimeTarget,
  paused,
  pausedUntilMs,
  locations,
  dependsOn,
  managed,
};
