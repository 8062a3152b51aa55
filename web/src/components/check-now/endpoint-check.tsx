import { chakra, Flex, Text } from '@chakra-ui/react';
import { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Votes } from '@farwatch/core/values/vote';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { Flag } from '../flags/flag.tsx';
import { StatusLabel } from '../status/status.tsx';
import { useCheckErrorText } from '../text/check-error.ts';
import { CheckPanel } from './check-panel.tsx';
import { answersOf, answersSince, type LocationAnswer, type SeenChecks, type ShownCheck } from './check-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

const EVERY_MS = 2 * SECOND_MS;

type EndpointCheck = { check: CheckNow; checks: readonly ShownCheck[] };

/**
 * Checks an endpoint now. `checks` has the results so far; `onSeen` is called once nothing more is awaited. A check
 * that contradicts the endpoint's `votes` is awaited until it is confirmed or refuted.
 */
export function useEndpointCheck(id: string, votes: Votes, onSeen: (seen: SeenChecks) => void): EndpointCheck {
  const params = { id };
  const [checks, setChecks] = useState<readonly ShownCheck[]>([]);
  const untold = useRef<SeenChecks | null>(null);
  const check = useCheckNow(
    () => callApi(endpointCalls.test, { params }),
    EVERY_MS,
    async (asked) => {
      const knownSince = answersSince(asked);
      const { data } = await callApi(endpointCalls.checks, { params, query: { since: knownSince } });
      setChecks(data);
      if (data.length > 0) untold.current = { known: data.length, knownSince };
      return answersOf(asked, data, votes).every((answer) => answer.check !== null && !answer.doubted);
    },
  );
  useEffect(() => {
    const seen = untold.current;
    if (check.busy || !seen) return;
    untold.current = null;
    onSeen(seen);
  });
  return { check, checks };
}

type Props = {
  check: EndpointCheck;
  /** The confirmed result of each location. */
  votes: Votes;
};

/** A line for each requested location, filled when its result arrives. */
export function EndpointCheckPanel({ check: { check, checks }, votes }: Props) {
  const { t } = useTranslation();
  return (
    <CheckPanel check={check} nobody={t('checkNow.noAgentForEndpoint')}>
      {(asked, missing) => (
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
          {answersOf(asked, checks, votes).map((answer) => (
            <Line key={answer.location} answer={answer} missing={missing} />
          ))}
        </chakra.ul>
      )}
    </CheckPanel>
  );
}

function Line({ answer: { location, check, doubted }, missing }: { answer: LocationAnswer; missing: boolean }) {
  const { t } = useTranslation();
  const name = t(`locations.${location}`);
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" minH="6">
      <Flex as="span" align="center" gap="2" w="32">
        <Flag code={location} />
        {name}
      </Flex>
      {check ? (
        <Answer check={check} doubted={doubted} />
      ) : (
        <Text as="span" color="text.muted">
          {missing ? t('checkNow.noAnswer', { location: name }) : t('checkNow.waiting')}
        </Text>
      )}
    </chakra.li>
  );
}

function Answer({ check, doubted }: { check: ShownCheck; doubted: boolean }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const { success, status_code, response_time, error } = check;
  const facts = [
    success && status_code !== null && t('checkNow.status', { status: status_code }),
    !success && errorText(error, status_code),
    t('checkNow.ms', { value: response_time }),
  ].filter(Boolean);
  return (
    <>
      {doubted ? (
        <StatusLabel look="pending" text={t(success ? 'checkNow.recovers' : 'checkNow.fails')} />
      ) : (
        <StatusLabel look={success ? 'up' : 'down'} text={t(success ? 'status.up' : 'status.down')} />
      )}
      <Text as="span" color="text.muted">
        {facts.join(' · ')}
      </Text>
    </>
  );
}
