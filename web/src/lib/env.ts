/** The build's settings, checked by build/env.ts. Emulator hosts are empty outside of local runs. */
export const ENV = {
  firebase: {
    projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID,
    apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
    authDomain: import.meta.env.VITE_FIREBASE_AUTH_DOMAIN,
    appId: import.meta.env.VITE_FIREBASE_APP_ID,
  },
  emulators: {
    auth: import.meta.env.VITE_EMULATOR_AUTH ?? '',
    firestore: import.meta.env.VITE_EMULATOR_FIRESTORE ?? '',
  },
};
