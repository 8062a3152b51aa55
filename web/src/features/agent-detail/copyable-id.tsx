import { Box, chakra, Flex } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/time';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SAID_MS = 3 * SECOND_MS;

/** An id that a press copies; for three seconds it says whether that worked. */
export function CopyableId({ id }: { id: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null);
  useEffect(() => {
    if (result === null) return undefined;
    const timer = setTimeout(() => setResult(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setResult('copied');
    } catch {
      setResult('copyFailed');
    }
  }

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
        onClick={() => void copy()}
      >
        <chakra.code overflowWrap="anywhere" textStyle="sm">
          {id}
        </chakra.code>
        <Box color={result === 'copied' ? 'status.up' : 'inherit'} flexShrink="0" aria-hidden="true">
          {result === 'copied' ? <Check size={14} /> : <Copy size={14} />}
        </Box>
      </chakra.button>
      <Box role="status" textStyle="sm" whiteSpace="nowrap">
        {result && t(`agent.${result}`)}
      </Box>
    </Flex>
  );
}
