import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import type { PublicationAnswer } from '@farwatch/core/contracts/api/publications';
import type { PublicationState } from '@farwatch/core/values/status-page/component-status';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../../../components/status/status.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { listText } from '../../../lib/format/text.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';

export type IncidentAction = 'update' | 'resolve' | 'edit' | 'delete';

const LOOKS: Record<PublicationState, StatusLook> = {
  investigating: 'down',
  identified: 'partial',
  monitoring: 'pending',
  resolved: 'up',
};

type Props = {
  incident: PublicationAnswer;
  groups: PageAnswer['groups'];
  onAction: (action: IncidentAction) => void;
};

/** A posted incident with its updates, the newest first. */
export function IncidentItem({ incident, groups, onAction }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, updates, automatic, components } = incident;
  const [newest, ...earlier] = updates.toReversed();
  const names = groups
    .flatMap((group) => group.components)
    .filter(({ key }) => components.includes(key))
    .map(({ name }) => name);
  return (
    <chakra.li
      px="4"
      py="4"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      display="flex"
      flexDirection="column"
      gap="2"
    >
      <Flex justify="space-between" gap="2" wrap="wrap">
        <Flex direction="column" minW="0" flex="1 1 240px">
          <Text as="h3" textStyle="lg" fontWeight="medium" overflowWrap="anywhere">
            <bdi>{title}</bdi>
          </Text>
          {names.length > 0 && (
            <Text textStyle="sm" color="text.muted" overflowWrap="anywhere">
              {listText(names, language)}
            </Text>
          )}
          {automatic && (
            <Text textStyle="sm" color="text.muted">
              {t('pages.post.automatic')}
            </Text>
          )}
        </Flex>
        <Buttons incident={incident} onAction={onAction} />
      </Flex>
      {newest && <Update update={newest} />}
      {earlier.length > 0 && (
        <chakra.details>
          <chakra.summary
            textStyle="sm"
            color="accent"
            cursor="pointer"
            borderRadius="l1"
            w="fit-content"
            focusVisibleRing="outside"
          >
            {t('pages.post.earlier', { count: earlier.length })}
          </chakra.summary>
          <Flex direction="column" gap="3" mt="3">
            {earlier.map((update) => (
              <Update key={update.at} update={update} />
            ))}
          </Flex>
        </chakra.details>
      )}
    </chakra.li>
  );
}

function Update({ update: { state, text, at } }: { update: PublicationAnswer['updates'][number] }) {
  const { t } = useTranslation();
  return (
    <div>
      <Flex gap="3" align="center" wrap="wrap" textStyle="sm">
        <StatusLabel look={LOOKS[state]} text={t(`pages.incidentStates.${state}`)} />
        <Text color="text.muted">
          <TimeAgo atMs={Date.parse(at)} />
        </Text>
      </Flex>
      <Text whiteSpace="pre-line" overflowWrap="anywhere" mt="1">
        <bdi>{text}</bdi>
      </Text>
    </div>
  );
}

function Buttons({ incident: { title, address, resolvedAt }, onAction }: Omit<Props, 'groups'>) {
  const { t } = useTranslation();
  const icon = { variant: 'ghost', color: 'text.muted' } as const;
  return (
    <Flex gap="1" wrap="wrap" align="flex-start">
      <Button size="sm" variant="outline" borderColor="edge" onClick={() => onAction('update')}>
        {t('pages.post.update')}
      </Button>
      {!resolvedAt && (
        <Button size="sm" variant="outline" borderColor="edge" onClick={() => onAction('resolve')}>
          {t('pages.post.resolve')}
        </Button>
      )}
      <IconButton {...icon} size="sm" aria-label={t('pages.post.edit', { title })} onClick={() => onAction('edit')}>
        <Pencil />
      </IconButton>
      <IconButton {...icon} size="sm" aria-label={t('pages.post.delete', { title })} onClick={() => onAction('delete')}>
        <Trash2 />
      </IconButton>
      <IconButton {...icon} size="sm" aria-label={t('pages.post.openOne', { title })} asChild>
        <a href={address} target="_blank" rel="noreferrer">
          <ExternalLink />
        </a>
      </IconButton>
    </Flex>
  );
}
