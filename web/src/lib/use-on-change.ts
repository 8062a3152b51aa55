import { useEffect, useRef } from 'react';

/** Runs `act` when the value changes, not for the first value. */
export function useOnChange<T>(value: T, act: (before: T) => void) {
  const known = useRef(value);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== value) act(before);
  });
}
