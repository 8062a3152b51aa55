import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointName } from '@farwatch/core/decisions/monitors/endpoint-name';
import { LIMITS } from '@farwatch/core/values/limits';
import { ENDPOINT_FIELDS, type EndpointFieldName } from '@farwatch/core/values/monitor-fields/table';
import { readableUrl } from '@farwatch/core/values/readable-url';
import type { AriaAttributes, ComponentType, KeyboardEventHandler } from 'react';
import { checkText } from './check/describe-check.ts';
import type { FieldPart } from './field-part.ts';

type InputProps = {
  entry: EndpointContent;
  /** The entry's position in the monitor, from 0. */
  index: number;
  onChange: (change: Partial<EndpointContent>) => void;
  /** Properties of the input element itself. */
  element: AriaAttributes & { id: string; 'data-field': EndpointFieldName; onKeyDown: KeyboardEventHandler };
};

/** The part of the form that edits one field of an endpoint; without `Input` for a field that is edited elsewhere. */
export type EndpointPart = FieldPart & { Input: ComponentType<InputProps> | null };

const url: EndpointPart = {
  label: (t) => t('form.entry.url'),
  error: (t) => t('addUrls.problems.host'),
  valueText: (value) => readableUrl(String(value)),
  Input: ({ entry, onChange, element }) => (
    <input
      {...element}
      value={entry.url}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange({ url: event.currentTarget.value })}
    />
  ),
};

const name: EndpointPart = {
  label: (t) => t('form.entry.name'),
  error: (t) => t('form.errors.nameLong', { max: LIMITS.nameLength }),
  Input: ({ entry, index, onChange, element }) => (
    <input
      {...element}
      value={entry.name}
      placeholder={endpointName({ description: entry.description, url: entry.url }, index)}
      autoComplete="off"
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  ),
};

const description: EndpointPart = {
  label: (t) => t('form.entry.description'),
  error: (t) => t('addUrls.problems.descriptionLong', { max: LIMITS.descriptionLength }),
  Input: ({ entry, onChange, element }) => (
    <input
      {...element}
      value={entry.description}
      autoComplete="off"
      onChange={(event) => onChange({ description: event.currentTarget.value })}
    />
  ),
};

const check: EndpointPart = {
  label: (t) => t('form.entry.check'),
  error: (t) => t('form.errors.check'),
  valueText: (value, t) => checkText(ENDPOINT_FIELDS.check.stored.catch(null).parse(value), t),
  Input: null,
};

const paused: EndpointPart = {
  label: (t) => t('form.paused'),
  error: (t) => t('form.errors.paused'),
  Input: null,
};

const pausedUntilMs: EndpointPart = { ...paused, label: (t) => t('form.pausedUntil') };

const slowMs: EndpointPart = {
  ...paused,
  label: (t) => t('form.slow'),
  error: (t) => t('form.errors.slow'),
  valueText: (value, t) => (value === 'auto' ? t('form.slowAuto') : t('endpoint.ms', { value: String(value) })),
};

const managedKey: EndpointPart = {
  ...paused,
  label: (t) => t('form.managed'),
  error: (t) => t('form.errors.managed'),
};

/** The form's part of every field of an endpoint; their order is that of the table of fields. */
export const ENDPOINT_PARTS: Record<EndpointFieldName, EndpointPart> = {
  url,
  name,
  description,
  check,
  slowMs,
  paused,
  pausedUntilMs,
  managedKey,
};
