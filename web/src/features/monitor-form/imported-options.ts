import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { type HttpCheck, httpCheckInputSchema } from '@farwatch/core/values/http-check/http-check';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
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
  const read = httpCheckInputSchema.safeParse(checkOf({ method, statuses, contains, notContains }));
  const parsedName = ENDPOINT_FIELDS.name.input.safeParse(name);
  const column = parsedName.success ? invalidColumn(read.error?.issues[0]?.path, contains) : 'name';
  return {
    name: parsedName.data ?? '',
    check: read.data ?? null,
    invalid: column && { column, text: cells.get(column) ?? '' },
  };
}

type Cells = Partial<Record<'method' | 'statuses' | 'contains' | 'notContains', string | undefined>>;

/** The input of a check, valid or not. Lists may separate statuses by semicolons, as commas separate cells. */
function checkOf({ method, statuses, contains, notContains }: Cells): { [Name in keyof HttpCheck]: unknown } {
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

function invalidColumn(path: readonly PropertyKey[] | undefined, contains: string | undefined) {
  if (!path) return null;
  const [field, index] = path;
  if (field === 'method' || field === 'statuses') return field;
  return index === 0 && contains ? 'contains' : 'notContains';
}
