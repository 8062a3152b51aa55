import { Flex, Text } from '@chakra-ui/react';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { useMonitors } from '../../../lib/live/account.ts';
import { DetailsFields } from './details-fields.tsx';
import { FormCard } from './form-card.tsx';
import { GroupsField } from './groups/groups-field.tsx';
import type { PageForm } from './use-page-form.ts';

/** What a page says and shows. */
export function ContentTab({ form }: { form: PageForm }) {
  const { t } = useTranslation();
  const { draft, change, errors } = form;
  const live = useMonitors();
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <DetailsFields form={form} />
      <FormCard title={t('pages.groups.title')} text={t('pages.groups.text')}>
        {errors?.count && (
          <Text role="alert" color="danger" textStyle="sm">
            {t('pages.errors.count', { max: STATUS_PAGE.components })}
          </Text>
        )}
        {errors?.names && (
          <Text role="alert" color="danger" textStyle="sm">
            {t('pages.errors.names', { max: STATUS_PAGE.nameLength })}
          </Text>
        )}
        {live.data ? (
          <GroupsField
            groups={draft.groups}
            monitors={live.data.items}
            hasErrors={errors?.names !== undefined}
            onChange={(groups) => change({ groups })}
          />
        ) : live.error ? (
          <FailureNotice title={t('pages.groups.loadFailed')} failure={live.error} />
        ) : (
          <Loading />
        )}
      </FormCard>
      <OptionsCard form={form} />
    </Flex>
  );
}

const OPTIONS = ['showsUptime', 'showsResponseTime', 'postsAutomatically', 'takesSubscribers'] as const;

/** What a page shows and does by itself. */
function OptionsCard({ form: { draft, change } }: { form: PageForm }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('pages.options.title')}>
      {OPTIONS.map((option) => (
        <SwitchField
          key={option}
          label={t(`pages.options.${option}`)}
          hint={t(`pages.options.${option}Hint`)}
          checked={draft[option]}
          onChange={(isOn) => change({ [option]: isOn })}
        />
      ))}
    </FormCard>
  );
}
