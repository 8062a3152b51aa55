// On the public pages, before the first paint: signed-in visitors go on to the dashboard, Chinese readers to the
// Chinese page. An address under /cn is only left if its own query asks for it.
(() => {
  const { pathname, search, hash } = location;
  const chinese = pathname === '/cn' || pathname.startsWith('/cn/');
  const plain = chinese ? pathname.slice(3) || '/' : pathname;

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

  // Firebase Auth's own entry, as lib/firebase/stored-session.ts looks for it.
  const hasSession = [() => localStorage, () => sessionStorage].some((storage) =>
    read(() => Object.keys(storage()).some((key) => key.startsWith('firebase:authUser:'))),
  );
  if (plain === '/' && hasSession) {
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
  const isChinese = (code) => /^(cn|zh)\b/i.test(code);
  if (asked !== null) {
    if (isChinese(asked) !== chinese) leave((chinese ? plain : `/cn${plain}`) + search + hash);
  } else if (!chinese && isChinese(remembered.map(read).find(Boolean) ?? '')) {
    leave(`/cn${plain}${search}${hash}`);
  }
})();
