import { Box, Grid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Width } from './part.tsx';

const NAMES = ['confirm', 'told', 'cost', 'screen'] as const;

/** Figures that tests of this repository hold it to. */
export function Figures() {
  const { t } = useTranslation('site');
  return (
    <Box as="section" aria-label={t('figures.label')} borderYWidth="1px" bg="surface.raised">
      <Width>
        <Grid as="dl" templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
          {NAMES.map((name) => (
            <Box
              key={name}
              display="flex"
              flexDirection="column-reverse"
              justifyContent="flex-end"
              py={{ base: '6', lg: '9' }}
              pr="8"
              borderTopWidth={{ base: '1px', lg: '0' }}
              _first={{ borderTopWidth: '0' }}
              css={{ sm: { '&:nth-of-type(2)': { borderTopWidth: '0' } } }}
            >
              <Text as="dt" color="text.muted" mt="1">
                {t(`figures.${name}.text`)}
              </Text>
              <Text as="dd" fontSize="32px" lineHeight="40px" letterSpacing="-0.03em" fontWeight="semibold">
                {t(`figures.${name}.value`)}
              </Text>
            </Box>
          ))}
        </Grid>
      </Width>
    </Box>
  );
}
