import { Flex } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';
import { isRunByServer } from '@farwatch/core/values/url';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { Flag } from './flag.tsx';

/** Locations by flag and name; if `short`, by flag with the name on hover, and nothing of the server. */
export function LocationNames({ codes, short = false }: { codes: readonly LocationCode[]; short?: boolean }) {
  const { t } = useTranslation();
  if (short && codes.every((code) => code === SERVER_LOCATION)) return <>{t('noValue')}</>;
  return (
    <Flex
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      wrap="wrap"
      columnGap={short ? '1.5' : '3'}
      rowGap="1"
    >
      {codes.map((code) => (
        <Flex as="span" key={code} align="center" gap="1.5" whiteSpace="nowrap">
          {short ? <Flag code={code} title={t(`locations.${code}`)} /> : <Flag code={code} />}
          {!short && t(`locations.${code}`)}
        </Flex>
      ))}
    </Flex>
  );
}

/** Returns the locations that check a monitor; none if all its endpoints are the server's, as heartbeats and domains. */
export function checkedFrom({ locations, endpoints }: Pick<Monitor, 'locations' | 'endpoints'>): LocationCode[] {
  const all = Object.values(endpoints);
  return all.length > 0 && all.every(({ url }) => isRunByServer(url)) ? [] : locations;
}

/** Returns a function that lists locations by name in the user's language. */
export function useLocationText() {
  const { t } = useTranslation();
  const language = useLanguage();
  return useCallback(
    (codes: readonly LocationCode[]): string =>
      listText(
        codes.map((code) => t(`locations.${code}`)),
        language,
      ),
    [t, language],
  );
}
