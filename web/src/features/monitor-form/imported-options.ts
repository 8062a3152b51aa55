import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { checkOptionsInputSchema } from '@farwatch/core/values/check-options';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { type CheckTypeName, checkTypeOf } from '@farwatch/core/values/url';
import type { z } from 'zod';
import type { Column } from './paste.ts';

/** The options of an endpoint from a list. `invalid`: the first cell that cannot be used. */
export type ImportedOptions = Pick<EndpointContent, 'name' | 'check'> & {
  invalid: { column: Exclude<Column, 'url' | 'description'>; text: string } | null;
};

/** The options that the columns of a row have; null if there are none. */
export function optionsOf(cells: ReadonlyMap<Column, string>): ImportedOptions | null {
  const [name, method, statuses, contains, notContains] = (
    ['name', 'method', 'statuses', 'contains', 'notContains'] as const
  ).map((column) => cells.get(column) ?? '');
  if (!name && !method && !statuses && !contains && !notContains) return null;
  const type = checkTypeOf(cells.get('url') ?? '') ?? 'http';
  const read = checkOptionsInputSchema.safeParse(checkOf(type, { method, statuses, contains, notContains }));
  const parsedName = ENDPOINT_FIELDS.name.input.safeParse(name);
  const column = parsedName.success ? invalidColumn(read.error?.issues[0], contains) : 'name';
  return {
    name: parsedName.data ?? '',
    check: read.data ?? null,
    invalid: column && { column, text: cells.get(column) ?? '' },
  };
}

type Cells = Partial<Record<'method' | 'statuses' | 'contains' | 'notContains', string | undefined>>;

/** What a text that must be contained is to each type but HTTP. */
const EXPECTED: Readonly<Partial<Record<CheckTypeName, (text: string) => object>>> = {
  tcp: (banner) => ({ banner }),
  dns: (value) => ({ expected: [value] }),
  ws: (expect) => ({ expect }),
};

/**
 * The input of a check, valid or not: the types other than HTTP have no methods and statuses. Lists may separate statuses
 * by semicolons, as commas separate cells.
 */
function checkOf(type: CheckTypeName, { method, statuses, contains, notContains }: Cells): object {
  if (type !== 'http') {
    const unknown = { ...(method && { method }), ...(statuses && { statuses }), ...(notContains && { notContains }) };
    return { type, ...unknown, ...(contains && (EXPECTED[type]?.(contains) ?? { contains })) };
  }
  const assertions = [
    ...(contains ? [{ source: 'body', op: 'contains', value: contains }] : []),
    ...(notContains ? [{ source: 'body', op: 'notContains', value: notContains }] : []),
  ];
  return {
    ...(method && { method: method.toUpperCase() }),
    ...(statuses && { statuses: statuses.replace(/\s*[;；，]\s*/g, ',') }),
    assertions,
  };
}

function invalidColumn(issue: z.core.$ZodIssue | undefined, contains: string | undefined) {
  if (!issue) return null;
  // Options that the type does not have.
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const [field = unknown, index] = issue.path;
  if (field === 'method' || field === 'statuses' || field === 'notContains') return field;
  if (field !== 'assertions') return 'contains';
  return index === 0 && contains ? 'contains' : 'notContains';
}
