import { chakra, Flex, Text } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { publicIncidentSchema } from '@farwatch/core/values/status-page/publication';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../lib/api/mark-issues.ts';
import type { Saving } from '../../lib/api/use-saving.ts';
import { CheckSet } from '../../ui/form/check-set.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** The subject of a posted incident. */
export type Subject = {
  title: string;
  /** The keys of the components. */
  components: readonly string[];
};

export function isTitleBad({ title }: Subject): boolean {
  return !publicIncidentSchema.shape.title.safeParse(title).success;
}

type Props = {
  subject: Subject;
  groups: PageAnswer['groups'];
  isRefused: boolean;
  /** The save, whose failure may name fields that the server does not accept. */
  saving: Pick<Saving, 'failure'>;
  onChange: (subject: Subject) => void;
};

/** The title of a posted incident, and the components that it affects. */
export function SubjectFields({ subject, groups, isRefused, saving, onChange }: Props) {
  const { t } = useTranslation();
  const refused = refusedFields(saving.failure, subject);
  const options = groups.flatMap(({ name: group, components }) =>
    components.map(({ key, name }) => ({
      value: key,
      label: (
        <chakra.bdi overflowWrap="anywhere">
          {name}
          {group && <chakra.span color="text.muted"> · {group}</chakra.span>}
        </chakra.bdi>
      ),
    })),
  );
  return (
    <>
      <TextField
        label={t('pages.update.title')}
        autoComplete="off"
        maxLength={STATUS_PAGE.titleLength}
        value={subject.title}
        error={
          (isRefused && isTitleBad(subject)) || refused.has('title')
            ? t('pages.errors.incidentTitle', { max: STATUS_PAGE.titleLength })
            : undefined
        }
        onChange={(event) => onChange({ ...subject, title: event.currentTarget.value })}
      />
      {options.length > 0 && (
        <chakra.fieldset minW="0">
          <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
            {t('pages.update.components')}
          </chakra.legend>
          <Flex direction="column" align="flex-start" maxH="216px" overflowY="auto">
            <CheckSet
              options={options}
              chosen={subject.components}
              onChange={(components) => onChange({ ...subject, components })}
            />
          </Flex>
          <Text textStyle="sm" color="text.muted">
            {t('pages.update.componentsHint')}
          </Text>
          {refused.has('components') && (
            <Text role="alert" textStyle="sm" color="danger">
              {t('pages.errors.components')}
            </Text>
          )}
        </chakra.fieldset>
      )}
    </>
  );
}
