// Loaded before the first paint, or a dark page would flash white. Follows the device also on pages without the app;
// in the app lib/theme-mode.ts does the rest.
(() => {
  const darkDevice = matchMedia('(prefers-color-scheme: dark)');

  function show() {
    let mode = null;
    try {
      mode = localStorage.getItem('theme');
    } catch {}
    const dark = mode === 'dark' || (mode !== 'light' && darkDevice.matches);
    document.documentElement.classList.toggle('dark', dark);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#0b1118' : '#f5f7fa');
  }

  show();
  darkDevice.addEventListener('change', show);
})();
