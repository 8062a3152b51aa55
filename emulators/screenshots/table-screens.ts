import type { Screen as AppScreen } from '@farwatch/web/routes';
import type { Screen } from './screen.ts';

/**
 * The screens of the app's table that are not among `own` by name, as those who may open them see them. Throws if the
 * address of one has a parameter: the picture then needs an entry in `own`.
 */
export function tableScreens(table: readonly AppScreen[], own: readonly Screen[]): (Screen & { path: () => string })[] {
  const names = new Set(own.map(({ name }) => name));
  return table
    .filter(({ name }) => !names.has(name))
    .map(({ name, path, access }) => {
      if (path.includes(':')) throw new Error(`The picture of ${name} needs an address for ${path}.`);
      const as = { user: 'user', admin: 'operator' } as const;
      return { name, path: () => path, ...((access === 'user' || access === 'admin') && { as: as[access] }) };
    });
}
