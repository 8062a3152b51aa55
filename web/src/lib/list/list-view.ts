import { useMemo } from 'react';
import type { z } from 'zod';
import { withPage } from './list-address.ts';
import { useQuery } from './use-query.ts';

/** The filters of a list. Each field has a default, by `catch`, which also replaces an invalid value. */
type ViewSchema<View> = z.ZodType<View>;

const prefixOf = (list: string) => (list === '' ? '' : `${list}-`);

/** The view in the address, where each parameter has the list's name as its prefix. */
export function viewIn<View>(query: URLSearchParams, schema: ViewSchema<View>, list: string): View {
  const prefix = prefixOf(list);
  const own = [...query].filter(([name]) => name.startsWith(prefix));
  return schema.parse(Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])));
}

/** The query for the view's first page, with all other parameters kept; defaults are omitted. */
export function withView<View extends Record<string, string>>(
  query: URLSearchParams,
  schema: ViewSchema<View>,
  list: string,
  view: View,
): URLSearchParams {
  const next = withPage(query, list, 1);
  const defaults = schema.parse({});
  for (const [name, value] of Object.entries(view)) {
    if (value === defaults[name]) next.delete(prefixOf(list) + name);
    else next.set(prefixOf(list) + name, value);
  }
  return next;
}

/** The view in the address, the same object until it changes, and a function that changes it. */
export function useListView<View extends Record<string, string>>(
  schema: ViewSchema<View>,
  list: string,
): [view: View, setView: (view: View) => void] {
  const [query, setQuery] = useQuery();
  const text = JSON.stringify(viewIn(query, schema, list));
  const view = useMemo(() => schema.parse(JSON.parse(text)), [schema, text]);
  return [view, (next) => setQuery(withView(query, schema, list, next))];
}
