import { AuthProvider, FirebaseAppProvider } from 'reactfire';
import { firebaseApp } from '../lib/firebase/app.ts';
import { auth } from '../lib/firebase/auth.ts';
import { AccessGuard } from './access-guard.tsx';
import { SessionProvider } from './session-provider.tsx';

/** Firebase, the session and the access rules around every page but the public one. */
export default function SessionRoot() {
  return (
    <FirebaseAppProvider firebaseApp={firebaseApp}>
      <AuthProvider sdk={auth}>
        <SessionProvider>
          <AccessGuard />
        </SessionProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}
