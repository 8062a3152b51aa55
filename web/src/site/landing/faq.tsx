import { Box, chakra, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Part } from './part.tsx';

const QUESTIONS = ['what', 'outage', 'soon', 'offline', 'plans', 'pay', 'seen', 'history'] as const;

/** Questions that expand without a script. */
export function Faq() {
  const { t } = useTranslation('site');
  return (
    <Part id="faq" isSplit eyebrow={t('faq.eyebrow')} title={t('faq.title')}>
      <Box mt={{ base: '8', lg: '0' }} borderTopWidth="1px">
        {QUESTIONS.map((name) => (
          <chakra.details key={name} borderBottomWidth="1px" css={{ '&[open] svg': { transform: 'rotate(45deg)' } }}>
            <chakra.summary
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              gap="4"
              py="5"
              cursor="pointer"
              listStyleType="none"
              textStyle="lg"
              fontWeight="semibold"
              borderRadius="l1"
              focusVisibleRing="outside"
            >
              {t(`faq.items.${name}.q`)}
              <Box color="text.muted" flexShrink="0" css={{ '& svg': { transition: 'transform 160ms' } }}>
                <Plus size={20} aria-hidden="true" />
              </Box>
            </chakra.summary>
            <Text textStyle="lg" lineHeight="1.65" color="text.muted" maxW="720px" pb="6" pr="8">
              {t(`faq.items.${name}.a`)}
            </Text>
          </chakra.details>
        ))}
      </Box>
    </Part>
  );
}
