import { ChakraProvider } from '@chakra-ui/react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { router } from './router.tsx';
import { system } from './theme/system.ts';

/** The providers that need neither a session nor Firebase; session-root.tsx adds those that do. */
export function App() {
  return (
    <ChakraProvider value={system}>
      <SWRConfig value={{ revalidateOnFocus: true, focusThrottleInterval: 30_000 }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </ChakraProvider>
  );
}
