const LOCALE_FILES =
  /[\\/](web[\\/]src[\\/]locales[\\/]\w+\.json|core[\\/]src[\\/]texts[\\/]locales[\\/](?!table)\w+\.ts)$/;
const packages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`);

/**
 * The modules that share a file, so that a page loads fewer files and libraries stay cached across versions. `common`,
 * used by most pages, must not need Firebase Auth (only to sign in) or Firestore (only after sign-in), nor contain what
 * the dashboard does not use: dialogs, fields, checkboxes.
 */
export const chunkGroups = [
  // A language's texts: the app's, and those shared with the server.
  { name: (id: string) => `locale-${/(\w+)\.\w+$/.exec(id)?.[1]}`, test: LOCALE_FILES, priority: 50 },
  {
    name: 'react',
    test: packages('react|react-dom|scheduler|react-router|react-router-dom|use-sync-external-store'),
    priority: 40,
  },
  { name: 'texts', test: packages('i18next|react-i18next|i18next-browser-languagedetector'), priority: 40 },
  { name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]zod-without-eval\.ts$/, priority: 40 },
  { name: 'firebase', test: packages('@firebase/(app|component|logger|util)|idb|tslib'), priority: 40 },
  { name: 'auth', test: packages('.*@firebase/auth|reactfire'), priority: 30 },
  { name: 'charts', test: packages('@nivo|@react-spring|d3-.*'), priority: 40 },
  { name: 'firestore', test: packages('@firebase/(firestore|webchannel-wrapper)'), priority: 30 },
  {
    name: 'common',
    test: /[\\/](web[\\/]src[\\/](components(?![\\/](form|incidents|check-now|overlay))|lib(?![\\/](live|firebase|api)))|node_modules[\\/]lucide-react)[\\/]/,
    minShareCount: 4,
    priority: 10,
  },
];
