import { chakra, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Votes } from '@farwatch/core/values/vote';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useCheckErrorText } from '../check/check-error.ts';
import { Flag } from '../flags/flag.tsx';
import { StatusLabel } from '../status/status.tsx';
import { CheckPanel } from './check-panel.tsx';
import {
  type LocationCheck,
  resultsByLocation,
  type SeenChecks,
  type ShownCheck,
  validSince,
} from './check-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

const EVERY_MS = 2 * SECOND_MS;

type EndpointCheck = { check: CheckNow; checks: readonly ShownCheck[] };

/**
 * Checks an endpoint now. `checks` has the results so far; `onSeen` is called when the wait is over. A result that
 * contradicts the endpoint's `votes` is awaited until it is confirmed or refuted.
 */
export function useEndpointCheck(id: string, votes: Votes, onSeen: (seen: SeenChecks) => void): EndpointCheck {
  const params = { id };
  const [checks, setChecks] = useState<readonly ShownCheck[]>([]);
  const unreported = useRef<SeenChecks | null>(null);
  const check = useCheckNow(
    () => callApi(endpointCalls.test, { params }),
    EVERY_MS,
    async (request) => {
      const knownSince = validSince(request);
      const { data } = await callApi(endpointCalls.checks, { params, query: { since: knownSince } });
      setChecks(data);
      if (data.length > 0) unreported.current = { known: data.length, knownSince };
      return resultsByLocation(request, data, votes).every((result) => result.check !== null && !result.isUnconfirmed);
    },
  );
  useEffect(() => {
    const seen = unreported.current;
    if (check.isBusy || !seen) return;
    unreported.current = null;
    onSeen(seen);
  });
  return { check, checks };
}

type Props = {
  check: EndpointCheck;
  votes: Votes;
};

/** A line for each requested location, filled when its result arrives. */
export function EndpointCheckPanel({ check: { check, checks }, votes }: Props) {
  const { t } = useTranslation();
  return (
    <CheckPanel check={check} noAgentText={t('checkNow.noAgentForEndpoint')}>
      {(request, isIncomplete) => (
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
          {resultsByLocation(request, checks, votes).map((result) => (
            <Line key={result.location} result={result} isIncomplete={isIncomplete} />
          ))}
        </chakra.ul>
      )}
    </CheckPanel>
  );
}

function Line({
  result: { location, check, isUnconfirmed },
  isIncomplete,
}: {
  result: LocationCheck;
  isIncomplete: boolean;
}) {
  const { t } = useTranslation();
  const name = t(`locations.${location}`);
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" minH="6">
      <Flex as="span" align="center" gap="2" w="32">
        <Flag code={location} />
        {name}
      </Flex>
      {check ? (
        <Result check={check} isUnconfirmed={isUnconfirmed} />
      ) : (
        <Text as="span" color="text.muted">
          {isIncomplete ? t('checkNow.noAnswer', { location: name }) : t('checkNow.waiting')}
        </Text>
      )}
    </chakra.li>
  );
}

function Result({ check, isUnconfirmed }: { check: ShownCheck; isUnconfirmed: boolean }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const { success, statusCode, responseTime, error } = check;
  const details = [
    success && statusCode !== null && t('checkNow.status', { status: statusCode }),
    !success && errorText(error, statusCode),
    t('checkNow.ms', { value: responseTime }),
  ].filter(Boolean);
  return (
    <>
      {isUnconfirmed ? (
        <StatusLabel look="pending" text={t(success ? 'checkNow.recovers' : 'checkNow.fails')} />
      ) : (
        <StatusLabel look={success ? 'up' : 'down'} text={t(success ? 'status.up' : 'status.down')} />
      )}
      <Text as="span" color="text.muted">
        {details.join(' · ')}
      </Text>
    </>
  );
}
