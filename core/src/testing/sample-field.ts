import { z } from 'zod';
import { type EditableFields, editableField } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';

const budgetSchema = z.number().int().positive().nullable();
const requestSchema = z
  .object({ method: z.enum(['HEAD', 'POST']), headers: z.record(z.string(), z.string()) })
  .nullable();

/** How long a check of a monitor's endpoints may take; null for no limit. */
const budgetMs = editableField({
  stored: budgetSchema,
  input: budgetSchema,
  default: null,
  isRequired: false,
  answeredIn: 'list',
  assignedAs: 'budgetMs',
});

/** The request that checks an endpoint; null for a plain GET. */
const request = editableField({
  stored: requestSchema,
  input: requestSchema,
  default: null,
  isRequired: false,
  answeredIn: 'detail',
  assignedAs: 'request',
  raisesRevision: true,
});

/** The tables of fields with one more line each. */
export const WITH_FIELDS: { MONITOR_FIELDS: EditableFields; ENDPOINT_FIELDS: EditableFields } = {
  MONITOR_FIELDS: { ...MONITOR_FIELDS, budgetMs },
  ENDPOINT_FIELDS: { ...ENDPOINT_FIELDS, request },
};
