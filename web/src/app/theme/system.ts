import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { look } from './look.ts';
import { chakraRecipes, ownRecipes } from './recipes.ts';

/** Chakra with Farwatch's tokens and only the recipes in use. */
export const system = createSystem(defaultBaseConfig, chakraRecipes, look, ownRecipes);
