// The offline page: sets its language before the first paint, and loads the requested page once it is available.
(() => {
  const TRY_EVERY_MS = 5_000;
  let language = null;
  try {
    language = localStorage.getItem('language');
  } catch {}
  const isChinese = /^(cn|zh)\b/i.test(language ?? navigator.language);
  document.documentElement.lang = isChinese ? 'zh-CN' : 'en';

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
