const packages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`);

/**
 * The modules that share a file: one for each step of a visit, so that a page loads few files and nothing of a later
 * step. `start` is what main.tsx imports statically: the app without a signed-in user, up to the sign-in form. Libraries
 * have their own files, which stay cached across versions.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: packages('react|react-dom|scheduler|react-router|react-router-dom|use-sync-external-store'),
    priority: 50,
  },
  // What files of texts import. In `start`, which waits for the texts, both would wait for each other.
  {
    name: 'languages',
    test: /vite[\\/]preload-helper|core[\\/]src[\\/]values[\\/](languages|language-table|location-table|server-location)\.ts/,
    priority: 55,
  },
  { name: 'start', tags: ['$initial' as const], priority: 45 },
  {
    name: 'schemas',
    test: /[\\/](node_modules[\\/]zod|core[\\/]src(?![\\/].*(agent|payment|registered-name|texts[\\/]zones|current-zone|[\\/]history|[\\/]pages?\.|publication|page-fields|api[\\/]channels|channels[\\/](channel-types|timing)|channel-settings)))[\\/]|[\\/]zod-without-eval\.ts$/,
    minShareCount: 4,
    priority: 40,
  },
  // Pages without a form do without them.
  { name: 'forms', test: packages('react-hook-form|@hookform'), priority: 40 },
  { name: 'charts', test: packages('@nivo|@react-spring|d3-.*'), priority: 40 },
  // Apart from Firebase Auth, which public pages do without.
  { name: 'env', test: /[\\/]src[\\/]lib[\\/]env\.ts$/, priority: 42 },
  {
    // `start` is left out, so that this can run before it (build/load-ahead.ts).
    name: 'auth',
    test: /[\\/](node_modules[\\/](@firebase[\\/](app|auth|component|logger|util)|idb|tslib)|lib[\\/](firebase[\\/](app|auth)\.ts|session[\\/]auth-user))\b/,
    priority: 40,
  },
  { name: 'firestore', test: packages('@firebase/(firestore|webchannel-wrapper)'), priority: 40 },
  // Calls send a token, so they come with Firebase Auth.
  { name: 'api', test: /[\\/]src[\\/]lib[\\/]api[\\/](client|queries|use-api)\.ts$/, minShareCount: 4, priority: 25 },
  {
    name: 'common',
    test: /[\\/](src[\\/](ui(?![\\/](form|overlay|theme|navigation[\\/]page-tabs))|domain(?![\\/](incidents|check-now|pause|status-page))|lib(?![\\/](live|firebase|orders|time[\\/]zones|navigation[\\/]settings-cards|api[\\/](client|mark-issues|queries|use-api|use-saving)|browser[\\/]browser-alerts)))|lucide-react(?!.*bell-ring)|react-i18next|components[\\/](grid|simple-grid|image|portal))[\\/]/,
    minShareCount: 4,
    priority: 30,
  },
  // The bar of a selection, a row's menu and a new account's first steps are left out: they are loaded when needed.
  {
    name: 'dashboard',
    test: /[\\/]web[\\/]src[\\/](app[\\/]shell[\\/](app-shell|nav-list|shortcuts)|features[\\/]monitors(?![\\/](selection-bar|first-steps|row-menu))|lib[\\/](live[\\/](account|firestore-listeners)|firebase))\b/,
    priority: 20,
  },
];
