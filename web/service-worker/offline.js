// The offline page: sets its language before the first paint, and loads the requested page once it is available.
(() => {
  const RETRY_EVERY_MS = 5_000;
  let language = null;
  try {
    language = localStorage.getItem('language');
  } catch {}
  const preferred = language ?? navigator.language;
  // As languageOf in core: by code, else by language and script, since Chinese has two.
  const written = (code) => {
    const { language, script } = new Intl.Locale(code.replaceAll('_', '-')).maximize();
    return `${language}-${script}`;
  };
  const isWritten = ([, tag]) => {
    try {
      return written(tag) === written(preferred);
    } catch {
      return false;
    }
  };
  const tags = __TAGS__;
  const [, tag] = tags.find(([code]) => code === preferred) ?? tags.find(isWritten) ?? tags[0];
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
