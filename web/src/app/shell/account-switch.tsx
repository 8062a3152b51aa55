import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const AccountChoice = lazyPart(withTexts('accounts', () => import('./account-choice.tsx')));

/** The accounts of a person who belongs to those of others; nothing for anyone else. */
export function AccountSwitch() {
  const session = useSession();
  if (session.state !== 'verified' || Object.keys(session.memberOf).length === 0) return null;
  return (
    <Box pb="3">
      <Suspense fallback={<Box h="11" />}>
        <AccountChoice user={session.user} />
      </Suspense>
    </Box>
  );
}
