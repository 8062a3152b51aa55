import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortUrl } from '../../../../lib/format/text.ts';
import type { WithId } from '../../../../lib/live/read-document.ts';
import { CheckField } from '../../../../ui/form/check-field.tsx';
import { SearchBox } from '../../../../ui/form/search-box.tsx';
import { AppDialog } from '../../../../ui/overlay/app-dialog.tsx';
import { type Candidate, candidatesIn } from './candidates.ts';
import { type DraftComponent, type DraftGroup, subjectOf } from './draft-groups.ts';

type Props = {
  groups: readonly DraftGroup[];
  monitors: readonly WithId<Monitor>[];
  onAdd: (components: Omit<DraftComponent, 'id'>[]) => void;
  onClose: () => void;
};

/** Chooses monitors and single endpoints that a page does not show yet. */
export function AddDialog({ groups, monitors, onAdd, onClose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map());
  const present = groups.flatMap(({ components }) => components);
  const known = new Set(present.map(subjectOf));
  const found = candidatesIn(monitors, search);
  const left = STATUS_PAGE.components - present.length - chosen.size;

  function toggle(candidate: Candidate, isOn: boolean) {
    const next = new Map(chosen);
    if (isOn) next.set(subjectOf(candidate), candidate);
    else next.delete(subjectOf(candidate));
    setChosen(next);
  }

  const optionOf = (candidate: Candidate) => {
    const subject = subjectOf(candidate);
    return (
      <Option
        key={subject}
        candidate={candidate}
        isKnown={known.has(subject)}
        isChosen={chosen.has(subject)}
        onChange={(isOn) => toggle(candidate, isOn)}
      />
    );
  };

  return (
    <AppDialog
      open
      size="lg"
      title={t('pages.add.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            colorPalette="accent"
            disabled={chosen.size === 0 || left < 0}
            onClick={() => onAdd([...chosen.values()].map(({ text: _, ...component }) => component))}
          >
            {chosen.size === 0 ? t('pages.add.confirmNone') : t('pages.add.confirm', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="3" minH={{ sm: '320px' }}>
        <Flex direction={{ base: 'column', sm: 'row' }}>
          <SearchBox label={t('pages.add.search')} value={search} onSearch={setSearch} />
        </Flex>
        <Text textStyle="sm" color={left < 0 ? 'danger' : 'text.muted'} role={left < 0 ? 'alert' : undefined}>
          {left < 0 ? t('pages.errors.count', { max: STATUS_PAGE.components }) : t('pages.add.hint')}
        </Text>
        {found.length === 0 && (
          <Text color="text.muted">{t(monitors.length === 0 ? 'pages.add.noMonitors' : 'pages.add.noneFound')}</Text>
        )}
        <chakra.ul listStyleType="none" aria-label={t('pages.add.list')}>
          {found.map(({ monitor, endpoints }) => (
            <chakra.li key={monitor.monitorId} py="1" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
              {optionOf(monitor)}
              {endpoints.length > 0 && <Box ps="7">{endpoints.map(optionOf)}</Box>}
            </chakra.li>
          ))}
        </chakra.ul>
      </Flex>
    </AppDialog>
  );
}

type OptionProps = { candidate: Candidate; isKnown: boolean; isChosen: boolean; onChange: (isOn: boolean) => void };

function Option({ candidate: { name, text }, isKnown, isChosen, onChange }: OptionProps) {
  const { t } = useTranslation();
  if (isKnown) {
    return (
      <Flex align="center" justify="space-between" gap="3" minH={{ base: '11', sm: '8' }} color="text.muted">
        <chakra.bdi truncate>{name}</chakra.bdi>
        <Text textStyle="sm" flexShrink="0">
          {t('pages.add.present')}
        </Text>
      </Flex>
    );
  }
  return (
    <Box>
      <CheckField checked={isChosen} onChange={onChange}>
        <Flex as="span" columnGap="2" wrap="wrap" minW="0">
          <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
          {text && (
            <Text as="span" color="text.muted" overflowWrap="anywhere">
              {shortUrl(text)}
            </Text>
          )}
        </Flex>
      </CheckField>
    </Box>
  );
}
