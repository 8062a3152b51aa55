import { chakra, Flex, Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { googleErrorKey } from './provider/auth-errors.ts';
import { loadGoogle } from './provider/load-sign-in.ts';

type Props = {
  text: string;
  otherError: ParseKeys;
  onStart: () => Promise<void>;
  onSignedIn: () => void;
  onError: (key: ParseKeys) => void;
};

/** A divider with 'or', and the button for signing in with Google. */
export function GoogleButton({ text, otherError, onStart, onSignedIn, onError }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  // Loaded before the click: browsers open a popup only right after one.
  const prepare = () => void loadGoogle().catch(() => undefined);

  async function signIn() {
    setBusy(true);
    try {
      await onStart();
      await (await loadGoogle()).signInWithGoogle();
      onSignedIn();
    } catch (thrown) {
      const key = googleErrorKey(authCode(thrown), otherError);
      if (key) onError(key);
    }
    setBusy(false);
  }

  return (
    <>
      <Flex align="center" gap="3" my="5" color="text.muted" textStyle="sm">
        <chakra.hr flex="1" />
        <Text as="span">{t('login.or')}</Text>
        <chakra.hr flex="1" />
      </Flex>
      <BusyButton
        variant="outline"
        w="full"
        h="11"
        loading={busy}
        onPointerEnter={prepare}
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={() => void signIn()}
      >
        <GoogleMark />
        {text}
      </BusyButton>
    </>
  );
}

function GoogleMark() {
  return (
    <chakra.svg viewBox="0 0 48 48" boxSize="4" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.500c3.54 0 6.71 1.22 9.21 3.600l6.85-6.850C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.220l7.98 6.190C12.43 13.72 17.74 9.5 24 9.500z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.550c0-1.57-.15-3.09-.38-4.550H24v9.020h12.940c-.58 2.96-2.26 5.48-4.78 7.180l7.73 6c4.51-4.18 7.09-10.36 7.09-17.650z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.590c-.48-1.45-.76-2.99-.76-4.590s.27-3.14.76-4.590l-7.98-6.190C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.780l7.97-6.190z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.810l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.910l-7.98 6.190C6.51 42.62 14.62 48 24 48z"
      />
    </chakra.svg>
  );
}
