import { Flex, IconButton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { SearchBox } from '../../components/incidents/search-box.tsx';
import { type AgentsView, SORTS, STATUSES } from './agents-view.ts';

type Props = { view: AgentsView; onView: (view: AgentsView) => void };

/** Search, status filter and order of the agents. */
export function AgentToolbar({ view, onView }: Props) {
  const { t } = useTranslation();
  const isAscending = view.direction === 'asc';
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} wrap="wrap" gap="2" px="4" py="3">
      <SearchBox label={t('agents.search')} value={view.search} onSearch={(search) => onView({ ...view, search })} />
      <Flex gap="2" minW="0" wrap="wrap">
        <Choice
          label={t('agents.filters.status')}
          value={view.status}
          options={STATUSES.map((value) => ({ value, label: t(`agents.filters.${value}`) }))}
          onChoose={(status) => onView({ ...view, status })}
        />
        <Flex gap="2" minW="0">
          <Choice
            label={t('agents.sort.label')}
            value={view.sort}
            options={SORTS.map((value) => ({ value, label: t(`agents.columns.${value}`) }))}
            onChoose={(sort) => onView({ ...view, sort })}
          />
          <IconButton
            variant="outline"
            borderColor="edge"
            h={{ base: '11', sm: '10' }}
            aria-label={t(isAscending ? 'table.ascending' : 'table.descending')}
            onClick={() => onView({ ...view, direction: isAscending ? 'desc' : 'asc' })}
          >
            {isAscending ? <ArrowUp /> : <ArrowDown />}
          </IconButton>
        </Flex>
      </Flex>
    </Flex>
  );
}
