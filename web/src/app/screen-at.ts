import { matchRoutes } from 'react-router-dom';
import { SCREENS, type Screen } from '../routes.ts';

const routes = SCREENS.flatMap((screen) => addressesOf(screen).map((path) => ({ path, screen })));

/** The addresses at which the router shows a screen. */
export function addressesOf({ path, alsoAt }: Screen): string[] {
  return alsoAt === undefined ? [path] : [path, alsoAt];
}

/** Finds the screen at an address; null if no screen has it. */
export function screenAt(pathname: string): Screen | null {
  return matchRoutes(routes, pathname)?.at(-1)?.route.screen ?? null;
}
