import { useEffect } from 'react';

/** Prints with the light theme, whichever is shown. */
export function usePrintedLight(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    let wasDark = false;
    const start = () => {
      wasDark ||= classList.contains('dark');
      classList.remove('dark');
    };
    const end = () => {
      if (wasDark) classList.add('dark');
      wasDark = false;
    };
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
