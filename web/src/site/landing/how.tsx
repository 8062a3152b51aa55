import { Box, Grid, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Part } from './part.tsx';

const STEPS = ['add', 'places', 'chat', 'rest'] as const;

/** From a URL to an alert, in four steps. */
export function How() {
  const { t } = useTranslation('site');
  return (
    <Part id="how" eyebrow={t('how.eyebrow')} title={t('how.title')}>
      <Grid
        as="ol"
        listStyleType="none"
        templateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}
        mt={{ base: '10', md: '16' }}
        columnGap="0"
      >
        {STEPS.map((step, index) => (
          <Box
            as="li"
            key={step}
            position="relative"
            pl={{ base: '12', md: '0' }}
            pr={{ md: '8' }}
            pb={{ base: index < STEPS.length - 1 ? '9' : '0', md: '0' }}
          >
            {index < STEPS.length - 1 && (
              <Box
                position="absolute"
                bg="border"
                left={{ base: '15.5px', md: '8' }}
                top={{ base: '8', md: '15.5px' }}
                bottom={{ base: '0', md: 'auto' }}
                right={{ base: 'auto', md: '0' }}
                w={{ base: '1px', md: 'auto' }}
                h={{ base: 'auto', md: '1px' }}
              />
            )}
            <Box
              position={{ base: 'absolute', md: 'relative' }}
              left="0"
              top="0"
              display="grid"
              placeItems="center"
              boxSize="8"
              borderRadius="full"
              borderWidth="1px"
              borderColor="accent"
              color="accent"
              bg="surface"
              fontWeight="semibold"
              aria-hidden="true"
            >
              {index + 1}
            </Box>
            <Heading as="h3" textStyle="lg" fontWeight="semibold" mt={{ base: '1', md: '5' }}>
              {t(`how.steps.${step}.title`)}
            </Heading>
            <Text color="text.muted" mt="1.5">
              {t(`how.steps.${step}.text`)}
            </Text>
          </Box>
        ))}
      </Grid>
    </Part>
  );
}
