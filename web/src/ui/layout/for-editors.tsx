import type { ReactNode } from 'react';
import { useIsEditor } from '../../lib/session/session.ts';

/** Shows what editors and the owner of the account may do, but not its viewers. */
export function ForEditors({ children }: { children: ReactNode }) {
  return useIsEditor() ? children : null;
}
