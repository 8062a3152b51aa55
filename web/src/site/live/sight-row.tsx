import { Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../components/flags/flag.tsx';
import { type StatusLook, StatusShape } from '../../components/status/status-shape.tsx';
import type { Sight } from './story.ts';

const LOOKS: Record<Sight['sees'], StatusLook> = { up: 'up', retry: 'pending', asked: 'pending', down: 'down' };

/** What one location sees. */
export function SightRow({ sight: { code, sees, ms } }: { sight: Sight }) {
  const { t } = useTranslation();
  const { t: site } = useTranslation('site');
  return (
    <Flex align="center" gap="2.5" h="10" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} textStyle="sm">
      <Flag code={code} />
      <Text fontWeight="medium">{t(`locations.${code}`)}</Text>
      <Flex ml="auto" align="center" gap="2" color={sees === 'up' ? 'text.muted' : 'text'}>
        <StatusShape look={LOOKS[sees]} />
        {site(`live.result.${sees}`, { ms })}
      </Flex>
    </Flex>
  );
}
