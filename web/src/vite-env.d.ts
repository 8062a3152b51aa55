interface ImportMetaEnv {
  readonly VITE_FIREBASE_PROJECT_ID: string;
  readonly VITE_FIREBASE_API_KEY: string;
  readonly VITE_FIREBASE_AUTH_DOMAIN: string;
  readonly VITE_FIREBASE_APP_ID: string;
  readonly VITE_SERVICE_WORKER?: 'on' | 'off';
  readonly VITE_EMULATOR_AUTH?: string;
  readonly VITE_EMULATOR_FIRESTORE?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
