import { ChakraProvider, createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { router } from './router.tsx';
import { look } from './theme/look.ts';
import { chakraRecipes, ownRecipes } from './theme/recipes.ts';

/** Chakra with Farwatch's tokens and only the recipes in use. */
const system = createSystem(defaultBaseConfig, chakraRecipes, look, ownRecipes);

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
