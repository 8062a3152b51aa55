import { Flex, Text } from '@chakra-ui/react';
import type { StoredEvidence } from '@farwatch/core/documents/evidence';
import type { Incident } from '@farwatch/core/documents/incident';
import { RETENTION } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvidence } from '../../lib/live/evidence.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { useLocationText } from '../flags/locations.tsx';
import { Choice } from '../form/choice.tsx';
import { Answer } from './answer.tsx';

type Props = { incident: WithId<Incident> };

/** What each location received: of one outage and one location at a time. */
export default function AnswersPanel({ incident }: Props) {
  const { t } = useTranslation();
  const { data, error } = useEvidence(incident.id);
  if (!data && error) return <FailureNotice title={t('evidence.loadFailed')} failure={error} />;
  if (!data) return <Loading />;
  return (
    <Flex direction="column" gap="4">
      <Chosen all={data.items} />
      <Missing incident={incident} all={data.items} />
    </Flex>
  );
}

function Chosen({ all }: { all: readonly WithId<StoredEvidence>[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState({ outage: '', location: '' });
  const outages = [...new Set(all.map(({ outage }) => outage))].sort((a, b) => b - a);
  const outage = outages.find((number) => String(number) === chosen.outage) ?? outages[0];
  const ofOutage = all.filter((each) => each.outage === outage);
  const found = LOCATION_CODES.flatMap((code) => ofOutage.find(({ location }) => location === code) ?? []);
  const shown = found.find(({ location }) => location === chosen.location) ?? found[0];
  if (!shown) return null;
  return (
    <>
      {all.length > 1 && (
        <Flex gap="2" wrap="wrap">
          {outages.length > 1 && (
            <Choice
              label={t('evidence.outage')}
              value={String(outage)}
              options={outages.map((number) => ({ value: String(number), label: t('evidence.number', { number }) }))}
              onChoose={(value) => setChosen({ ...chosen, outage: value })}
            />
          )}
          <Choice
            label={t('evidence.location')}
            value={shown.location}
            options={found.map(({ location }) => ({ value: location, label: t(`locations.${location}`) }))}
            onChoose={(value) => setChosen({ ...chosen, location: value })}
          />
        </Flex>
      )}
      <Answer key={shown.id} evidence={shown} />
    </>
  );
}

/** Why locations that failed have no answer. */
function Missing({ incident, all }: Props & { all: readonly StoredEvidence[] }) {
  const { t } = useTranslation();
  const places = useLocationText();
  const nowMs = useNow(MINUTE_MS);
  const missing = incident.locations.filter((code) => !all.some(({ location }) => location === code));
  if (missing.length === 0) return null;
  const endedAt = incident.resolvedAt ?? nowMs;
  const text =
    nowMs - endedAt > RETENTION.evidenceMs ? t('evidence.gone') : t('evidence.missing', { places: places(missing) });
  return <Text color="text.muted">{text}</Text>;
}
