import { useEffect, useRef } from 'react';

/** A form whose first invalid field has the focus after each submission. */
export function useInvalidFocus(submitted: number) {
  const ref = useRef<HTMLFormElement>(null);
  // Runs once the problems are shown.
  useEffect(() => {
    if (submitted > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitted]);
  return ref;
}
