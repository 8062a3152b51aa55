import { Flex, Text } from '@chakra-ui/react';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../../../domain/flags/flag.tsx';
import { FailureNotice } from '../../../../ui/feedback/failure-notice.tsx';
import { CheckSet } from '../../../../ui/form/check-set.tsx';
import { TrialAtLocation } from './trial-at-location.tsx';
import type { ShownTrial } from './use-try-it.ts';

type Props = {
  /** The element that gets the focus once there are answers. */
  answersRef: RefObject<HTMLDivElement | null>;
  trial: ShownTrial | null;
  failure: unknown;
  /** Whether the check has changed since it was tried. */
  isOutdated: boolean;
  locations: readonly LocationCode[];
  onLocations: (locations: LocationCode[]) => void;
  /** Makes an assertion about a part of the response, if the check can have assertions. */
  onAssert?: (assertion: Assertion) => void;
};

/** Shows where the check is tried from, and what each location has received. */
export function TryItPanel({ answersRef, trial, failure, isOutdated, locations, onLocations, onAssert }: Props) {
  const { t } = useTranslation();
  const waiting = trial?.locations.filter(([, { state }]) => state === 'waiting').length ?? 0;
  return (
    <Flex direction="column" gap="4">
      <Text textStyle="sm" color="text.muted">
        {t('check.trial.hint')}
      </Text>
      <Flex columnGap="6" wrap="wrap" role="group" aria-label={t('form.locations')}>
        <CheckSet
          options={LOCATION_CODES.map((value) => ({ value, label: <LocationLabel code={value} /> }))}
          chosen={locations}
          onChange={onLocations}
        />
      </Flex>
      <Flex
        ref={answersRef}
        role="group"
        aria-label={t('check.trial.title')}
        tabIndex={-1}
        outline="0"
        direction="column"
        gap="4"
        scrollMarginTop="4"
      >
        {failure !== null && <FailureNotice title={t('check.trial.failed')} failure={failure} />}
        <Text role="status" textStyle="sm" color="text.muted" srOnly={!trial}>
          {trial && progressText()}
        </Text>
        {trial?.locations.map(([code, each], index) => (
          <TrialAtLocation
            key={code}
            code={code}
            trial={each}
            check={trial.check}
            isFirst={index === 0}
            {...(onAssert && { onAssert })}
          />
        ))}
      </Flex>
    </Flex>
  );

  function progressText() {
    const count = trial?.locations.length ?? 0;
    if (waiting > 0) return t('check.trial.progress', { done: count - waiting, count });
    return t(isOutdated ? 'check.trial.outdated' : 'check.trial.complete');
  }
}

function LocationLabel({ code }: { code: LocationCode }) {
  const { t } = useTranslation();
  return (
    <Flex as="span" align="center" gap="2">
      <Flag code={code} />
      {t(`locations.${code}`)}
    </Flex>
  );
}
