import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { TrialResult } from '@farwatch/core/documents/trial';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { LocationCode } from '@farwatch/core/values/locations';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../../../components/flags/locations.tsx';
import { StatusLabel } from '../../../../components/status/status.tsx';
import { useCheckErrorText } from '../../../../components/text/check-error.ts';
import { TrialAnswerDetails } from './trial-answer.tsx';
import type { LocationTrial } from './use-try-it.ts';

type Props = {
  code: LocationCode;
  trial: LocationTrial;
  /** The check that was tried. */
  check: CheckOptions | null;
  /** Whether its details are open from the beginning. */
  isFirst: boolean;
  onAssert?: (assertion: Assertion) => void;
};

/** One location's part of a trial: waiting, what it received, or why there is nothing. */
export function TrialAtLocation({ code, trial, check, isFirst, onAssert }: Props) {
  const answer = trial.result?.answer;
  const head = (
    <Flex as="span" display="inline-flex" align="center" columnGap="3" rowGap="1" wrap="wrap">
      <LocationNames codes={[code]} />
      <Outcome trial={trial} />
    </Flex>
  );
  return (
    <Box borderWidth="1px" borderRadius="l2" minW="0">
      {answer ? (
        <chakra.details open={isFirst}>
          <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
            {head}
          </chakra.summary>
          <Box px="4" pb="4">
            <TrialAnswerDetails answer={answer} check={check} {...(onAssert && { onAssert })} />
          </Box>
        </chakra.details>
      ) : (
        <Box px="4" py="3">
          {head}
        </Box>
      )}
    </Box>
  );
}

function Outcome({ trial }: { trial: LocationTrial }) {
  const { t } = useTranslation();
  if (trial.state !== 'done') {
    return (
      <Text as="span" color="text.muted">
        {t(`check.trial.${trial.state}`)}
      </Text>
    );
  }
  const { answer, localFailure } = trial.result;
  return answer ? <AnswerOutcome answer={answer} /> : <LocalFailureText localFailure={localFailure} />;
}

function AnswerOutcome({ answer }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const { error, statusCode, ms } = answer;
  const isUp = error === null;
  const parts = [
    isUp ? statusCode : errorText(error, statusCode),
    t('endpoint.ms', { value: ms.toLocaleString('en') }),
  ].filter((part) => part !== null);
  return (
    <Flex as="span" align="center" columnGap="3" wrap="wrap">
      <StatusLabel look={isUp ? 'up' : 'down'} text={t(isUp ? 'status.up' : 'status.down')} />
      <span>{parts.join(' · ')}</span>
    </Flex>
  );
}

const KNOWN_FAILURES = ['refused-address', 'unsupported', 'no-ipv4', 'no-ipv6'] as const;

/** Why the agent's own device or network kept it from checking. */
function LocalFailureText({ localFailure }: Pick<TrialResult, 'localFailure'>) {
  const { t } = useTranslation();
  const known = KNOWN_FAILURES.find((each) => each === localFailure) ?? 'other';
  return (
    <Text as="span" color="text.muted">
      {t(`check.trial.localFailures.${known}`)}
    </Text>
  );
}
