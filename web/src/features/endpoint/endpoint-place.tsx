import { chakra, Flex } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../components/flags/location-names.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { monitorPath } from '../../lib/paths.ts';
import type { EndpointFacts } from './endpoint-facts.ts';

/** The endpoint's URL, its monitor, and the locations it is checked from. */
export function EndpointPlace({ facts, monitorName }: { facts: EndpointFacts; monitorName: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Flex wrap="wrap" align="center" columnGap="5" rowGap="2" color="text.muted" mt={{ base: '-1', md: '-4' }}>
      <chakra.a
        href={facts.url}
        target="_blank"
        rel="noopener noreferrer"
        color="accent"
        borderRadius="l1"
        minW="0"
        overflowWrap="anywhere"
        focusVisibleRing="outside"
        _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {facts.url}
        <chakra.span srOnly> ({t('endpoint.opensInTab')})</chakra.span>
        <chakra.span display="inline-block" verticalAlign="-2px" ms="1.5" aria-hidden="true">
          <ExternalLink size={14} />
        </chakra.span>
      </chakra.a>
      {monitorName !== undefined && (
        <span>
          {t('endpoint.monitor')} <TextLink to={monitorPath(facts.monitorId)}>{monitorName}</TextLink>
        </span>
      )}
      <LocationNames codes={facts.locations} />
    </Flex>
  );
}
