import { Box } from '@chakra-ui/react';
import { Closing } from './closing.tsx';
import { Faq } from './faq.tsx';
import { Features } from './features.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { How } from './how.tsx';
import { Pricing } from './pricing.tsx';
import { Why } from './why.tsx';

/** The public page at / and /cn/. */
export function LandingPage() {
  return (
    <Box as="main" id="content">
      <Hero />
      <Figures />
      <Why />
      <Features />
      <How />
      <Pricing />
      <Faq />
      <Closing />
    </Box>
  );
}
