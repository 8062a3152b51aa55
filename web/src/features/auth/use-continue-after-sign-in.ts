import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { requestedPath } from '../../lib/navigation/navigation-state.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * Whether a sign-in page should redirect: a verified user is signed in, here or in another tab. A user who was already
 * signed in and opened the page on purpose stays there until `onSignedIn`.
 */
export function useContinueAfterSignIn() {
  const session = useSession();
  const { state } = useLocation();
  const [isOnPurpose] = useState(session.state === 'verified' && requestedPath(state) === null);
  const [signedIn, setSignedIn] = useState(false);
  const shouldContinue = session.state === 'verified' && (signedIn || !isOnPurpose);
  return { shouldContinue, signedIn, onSignedIn: () => setSignedIn(true) };
}
