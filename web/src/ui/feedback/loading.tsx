import { Flex, Spinner, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** The spinner of a first load. `tall` fills the window, otherwise the content's area. */
export function Loading({ tall = false }: { tall?: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex role="status" direction="column" align="center" justify="center" gap="3" minH={tall ? '100dvh' : '320px'}>
      <Spinner size="lg" color="accent" />
      <Text textStyle="sm" color="text.muted">
        {t('loading')}
      </Text>
    </Flex>
  );
}
