const WORDS = /[\\/](web[\\/]src[\\/]locales[\\/]\w+\.json|core[\\/]src[\\/]locales[\\/]\w+\.ts)$/;
const packages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`);

/**
 * What goes into one file together, so that a page asks for fewer files and a new version of ours leaves the libraries
 * cached. Firebase Auth is for those who sign in and Firestore for those who have: `common`, what most pages use,
 * must hold nothing that needs either, nor what the dashboard does without: dialogs, fields, boxes to tick.
 */
export const chunkGroups = [
  // A language's texts: the app's own, and those that it shares with the server.
  { name: (id: string) => `words-${/(\w+)\.\w+$/.exec(id)?.[1]}`, test: WORDS, priority: 50 },
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
