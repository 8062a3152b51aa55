import { Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { SearchBox } from '../../components/incidents/search-box.tsx';
import type { EndpointRow } from './endpoint-row.ts';
import type { WatchlistView } from './select-endpoints.ts';

type Props = { endpoints: readonly EndpointRow[]; view: WatchlistView; onView: (view: WatchlistView) => void };

/** Search and filter of the watchlist, with how many endpoints there are and how many fail. */
export function WatchlistToolbar({ endpoints, view, onView }: Props) {
  const { t } = useTranslation();
  const failing = endpoints.filter((endpoint) => endpoint.isFailing).length;
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      align={{ sm: 'center' }}
      gap="2"
      px="4"
      pb="3"
      borderBottomWidth="1px"
    >
      <SearchBox
        label={t('monitor.watch.search')}
        value={view.search}
        onSearch={(search) => onView({ ...view, search })}
      />
      <Choice
        label={t('monitor.watch.filter')}
        value={view.only}
        options={[
          { value: 'all', label: t('monitor.watch.all', { count: endpoints.length }) },
          { value: 'failing', label: t('monitor.watch.failing', { count: failing }) },
        ]}
        onChoose={(only) => onView({ ...view, only })}
      />
    </Flex>
  );
}
