// The offline page: sets its language before the first paint, and loads the requested page once it is available.
(() => {
  const TRY_EVERY_MS = 5_000;
  let language = null;
  try {
    language = localStorage.getItem('language');
  } catch {}
  // As languageOf of core finds it: by its first part, among our codes and their tags.
  const first = (code) => code.split(/[-_]/)[0].toLowerCase();
  const wanted = first(language ?? navigator.language);
  const [fallback, ...others] = __TAGS__;
  const [, tag] = others.find((names) => names.map(first).includes(wanted)) ?? fallback;
  document.documentElement.lang = tag;

  /** Reloads the page as soon as the network answers; no cache keeps what this asks for. */
  async function tryAgain() {
    if (document.visibilityState !== 'visible') return;
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
  }

  addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', tryAgain);
  setInterval(tryAgain, TRY_EVERY_MS);
  addEventListener('DOMContentLoaded', () => {
    const shown = [...document.querySelectorAll('main')].find((main) => main.lang === document.documentElement.lang);
    document.title = shown?.dataset.title ?? document.title;
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
  });
})();
