// Loaded before the first paint, or a dark page would flash white. lib/theme-mode.ts takes over from here.
(() => {
  let mode = null;
  try {
    mode = localStorage.getItem('theme');
  } catch {}
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  if (dark) document.querySelector('meta[name=theme-color]')?.setAttribute('content', '#0b1118');
})();
