import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { askedPath } from '../../lib/navigation/navigation-state.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * Whether a page for signing in has done its work: somebody verified is signed in, here or in another tab. Who was so already
 * and came by choice stays until `onSignedIn`.
 */
export function useGoesOn(): { goesOn: boolean; signedIn: boolean; onSignedIn: () => void } {
  const session = useSession();
  const { state } = useLocation();
  const [isChoice] = useState(session.state === 'verified' && askedPath(state) === null);
  const [signedIn, setSignedIn] = useState(false);
  const goesOn = session.state === 'verified' && (signedIn || !isChoice);
  return { goesOn, signedIn, onSignedIn: () => setSignedIn(true) };
}
