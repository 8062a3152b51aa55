import { Field, Flex, Text } from '@chakra-ui/react';
import { incidentActionCalls } from '@farwatch/core/contracts/api/incident-actions';
import { memberCalls } from '@farwatch/core/contracts/api/members';
import { assigneeOf, type Incident } from '@farwatch/core/documents/incident';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useIsEditor, useUid } from '../../lib/session/session.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Choice } from '../../ui/form/choice.tsx';

/** The value of the field that is no uid. */
const NO_ONE = '';

/** To whom an incident is assigned; editors choose a person of the account, which is saved at once. */
export function AssigneeField({ incident }: { incident: WithId<Incident> }) {
  const { t } = useTranslation();
  const id = useId();
  const own = useUid();
  const isEditor = useIsEditor();
  const saving = useSaving();
  const { data, error, isValidating, mutate } = useApi(memberCalls.list, {});
  // Shown until the incident itself has changed.
  const [chosen, setChosen] = useState<{ before: string; uid: string } | null>(null);
  const assignee = assigneeOf(incident);
  const stored = assignee?.uid ?? NO_ONE;
  if (chosen && chosen.before !== stored) setChosen(null);
  const members = data?.members ?? [];
  const hasLeft = assignee !== null && data !== undefined && !members.some((member) => member.id === assignee.uid);
  const named = hasLeft ? t('incidentList.assignee.left', { name: assignee.name }) : assignee?.name;

  async function choose(uid: string) {
    setChosen({ before: stored, uid });
    const isSaved = await saving.save(() =>
      callApi(incidentActionCalls.assign, { body: { id: incident.id, personId: uid || null } }),
    );
    if (!isSaved) setChosen(null);
  }

  if (!isEditor) {
    return assignee && <Text textStyle="sm">{t('incidents.events.assigned', { name: named })}</Text>;
  }
  const people = members.map((member) => {
    const name = member.displayName || member.email;
    return { value: member.id, label: member.id === own ? t('incidentList.assignee.self', { name }) : name };
  });
  const known =
    assignee && !people.some(({ value }) => value === stored) ? [{ value: stored, label: named ?? '' }] : [];
  return (
    <Flex direction="column" gap="2">
      <Field.Root>
        <Field.Label htmlFor={id}>{t('incidentList.assignee.label')}</Field.Label>
        <Choice
          id={id}
          value={chosen?.uid ?? stored}
          options={[{ value: NO_ONE, label: t('incidentList.assignee.nobody') }, ...people, ...known]}
          onChoose={(uid) => void choose(uid)}
        />
        <Field.HelperText>{t('incidentList.assignee.hint')}</Field.HelperText>
      </Field.Root>
      {saving.failure !== null && <FailureNotice title={t('incidents.act.failed')} failure={saving.failure} />}
      {!data && error && (
        <FailureNotice
          title={t('incidentList.assignee.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
    </Flex>
  );
}
