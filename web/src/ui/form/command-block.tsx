import { chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy.tsx';

/** A command to enter, on as many lines as it needs, with a button that copies it. */
export function CommandBlock({ command }: { command: string }) {
  const { t } = useTranslation();
  return (
    <Flex align="start" bg="surface.sunken" borderRadius="l2" ps="3" minW="0">
      <chakra.code
        flex="1"
        minW="0"
        py={{ base: '3', sm: '2' }}
        fontFamily="mono"
        textStyle="sm"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        translate="no"
      >
        {command}
      </chakra.code>
      <CopyButton text={command} label={t('registerThisAgent.copyCommand')} />
    </Flex>
  );
}
