// On the public pages, before the first paint: signed-in visitors go on to the dashboard unless the address names a
// section, such as #pricing; readers of another language go to its page. An address under a language's code is only left
// if its own query asks for it.
(() => {
  const { pathname, search, hash } = location;

  function read(find) {
    try {
      return find() ?? null;
    } catch {
      return null;
    }
  }

  function leave(target) {
    // Nothing is painted any more.
    document.documentElement.style.visibility = 'hidden';
    location.replace(target);
  }

  // The page in each language, as its document names them: the fallback's has the plain address.
  const fallbackLink = document.querySelector('link[rel="alternate"][hreflang="x-default"]');
  if (!fallbackLink) return;
  const pathOf = (link) => new URL(link.href).pathname;
  const plain = pathOf(fallbackLink);
  const isHere = (path) => path.replace(/\/$/, '') === pathname.replace(/\/$/, '');
  const others = [...document.querySelectorAll('link[rel="alternate"][hreflang]')]
    .map((link) => ({ path: pathOf(link), codes: [link.hreflang, pathOf(link).split('/')[1]] }))
    .filter(({ path }) => path !== plain);

  // Firebase Auth's own entry. The app removes those of other API keys (lib/session/load-auth.ts).
  const hasSession = [() => localStorage, () => sessionStorage].some((storage) =>
    read(() => Object.keys(storage()).some((key) => key.startsWith('firebase:authUser:'))),
  );
  if (plain === '/' && hasSession && hash === '') {
    leave('/monitors');
    return;
  }

  // The order of lib/start-translation.ts.
  const asked = new URLSearchParams(search).get('lng');
  const remembered = [
    () => document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1],
    () => localStorage.getItem('language'),
    () => sessionStorage.getItem('language'),
    () => navigator.language,
  ];
  // As languageOf in core: by code, else by language and script, since Chinese has two.
  const written = (code) => {
    const { language, script } = new Intl.Locale(code.replaceAll('_', '-')).maximize();
    return `${language}-${script}`;
  };
  const find = (isIt) => others.find(({ codes }) => codes.some(isIt))?.path;
  const pathFor = (code) =>
    find((each) => each.toLowerCase() === code.toLowerCase()) ??
    read(() => find((each) => written(each) === written(code))) ??
    plain;
  const wanted = pathFor(asked ?? remembered.map(read).find(Boolean) ?? '');
  if (!isHere(wanted) && (asked !== null || isHere(plain))) leave(wanted + search + hash);
})();
