import { Flex, Text } from '@chakra-ui/react';
import { STATUS_PAGE } from '@farwatch/core/values/limits';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useMonitors } from '../../../lib/live/account.ts';
import { DetailsFields } from './details-fields.tsx';
import { FormCard } from './form-card.tsx';
import { GroupsField } from './groups/groups-field.tsx';
import { OptionsCard } from './options-card.tsx';
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
