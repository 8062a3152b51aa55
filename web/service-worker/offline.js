// The offline page: sets its language before the first paint, and loads the requested page once it is available.
(() => {
  const RETRY_EVERY_MS = 5_000;
  let language = null;
  try {
    language = localStorage.getItem('language');
  } catch {}
  // Like languageOf in core: by the first part, among the codes and tags of the app.
  const first = (code) => code.split(/[-_]/)[0].toLowerCase();
  const preferred = first(language ?? navigator.language);
  const [fallback, ...others] = __TAGS__;
  const [, tag] = others.find((names) => names.map(first).includes(preferred)) ?? fallback;
  document.documentElement.lang = tag;

  /** Reloads the page when the network responds; this request is never cached. */
  async function retry() {
    if (document.visibilityState !== 'visible') return;
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
  }

  addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  setInterval(retry, RETRY_EVERY_MS);
  addEventListener('DOMContentLoaded', () => {
    const shown = [...document.querySelectorAll('main')].find((main) => main.lang === document.documentElement.lang);
    document.title = shown?.dataset.title ?? document.title;
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
  });
})();
