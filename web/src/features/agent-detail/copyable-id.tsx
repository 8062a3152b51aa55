import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../components/copy/use-copy.ts';

/** An id that a press copies; for three seconds it says whether that worked. */
export function CopyableId({ id }: { id: string }) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(id);
  return (
    <Flex align="center" gap="1.5" minW="0">
      <span>{t('agent.id')}</span>
      <chakra.button
        type="button"
        aria-label={t('agent.copyId', { id })}
        display="inline-flex"
        alignItems="center"
        gap="2"
        minW="0"
        minH={{ base: '11', sm: '6' }}
        px="1"
        cursor="pointer"
        textAlign="start"
        borderRadius="l1"
        focusVisibleRing="outside"
        _hover={{ color: 'text', bg: 'surface.sunken' }}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <chakra.code overflowWrap="anywhere" textStyle="sm">
          {id}
        </chakra.code>
        <Box color={outcome === 'copied' ? 'status.up' : 'inherit'} flexShrink="0" aria-hidden="true">
          {outcome === 'copied' ? <Check size={14} /> : <Copy size={14} />}
        </Box>
      </chakra.button>
      <Box role="status" textStyle="sm" whiteSpace="nowrap">
        {outcome && t(outcome === 'copied' ? 'agent.copied' : 'agent.copyFailed')}
      </Box>
    </Flex>
  );
}
