import { useState } from 'react';
import { useSession } from '../../lib/session/session.ts';

/**
 * Continues after sign-in. `shouldContinue`: the sign-in page redirects, because a verified user is signed in, here or
 * in another tab. `signedIn`: the user signed in on this page, perhaps with an address that is not verified yet.
 */
export function useContinueAfterSignIn() {
  const session = useSession();
  const [signedIn, setSignedIn] = useState(false);
  return { shouldContinue: session.state === 'verified', signedIn, onSignedIn: () => setSignedIn(true) };
}
