import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';

type ProvidersProps = { system: SystemContext; translation: i18n; children: ReactNode };

/** The theme and the texts for the public pages. */
export function Providers({ system, translation, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={translation}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </I18nextProvider>
  );
}
