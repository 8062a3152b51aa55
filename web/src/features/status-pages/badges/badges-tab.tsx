import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { CopyField } from '../../../ui/form/copy.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormCard } from '../editor/form-card.tsx';
import { BADGE_RANGES, BADGE_TYPES, type Badge, badgeCode, badgePath } from './badge-address.ts';

/** The badges of a page and its components, and the page's feeds, to copy. */
export default function BadgesTab({ page }: { page: PageAnswer }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {page.state !== 'published' && <Notice kind="info">{t('pages.badges.notPublished')}</Notice>}
      {page.access === 'password' ? (
        <Notice kind="info">{t('pages.badges.withPassword')}</Notice>
      ) : (
        <>
          <BadgeCard page={page} />
          <FormCard title={t('pages.badges.feeds')} text={t('pages.badges.feedsText')}>
            <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }} gap="4">
              {FEEDS.map(([name, ending]) => (
                <Copied key={name} label={name} text={`${page.address}.${ending}`} />
              ))}
            </Grid>
          </FormCard>
        </>
      )}
    </Flex>
  );
}

const FEEDS = [
  ['RSS', 'rss'],
  ['Atom', 'atom'],
  ['JSON', 'json'],
] as const;
/** The longest label that badges accept. */
const LABEL_LENGTH = 60;

/** A badge shows only what its page shows. */
function isShown({ showsUptime, showsResponseTime }: PageAnswer, type: Badge['type']): boolean {
  return type === 'status' || (type === 'uptime' ? showsUptime : showsResponseTime);
}

function BadgeCard({ page }: { page: PageAnswer }) {
  const { t } = useTranslation();
  const { slug, title, address, groups, state } = page;
  const types = BADGE_TYPES.filter((type) => isShown(page, type));
  const [badge, setBadge] = useState<Badge>({ component: null, type: 'status', range: '90d', label: '' });
  const change = (changes: Partial<Badge>) => setBadge({ ...badge, ...changes });
  const components = groups.flatMap((group) => group.components);
  const name = components.find(({ key }) => key === badge.component)?.name ?? title;
  const path = badgePath(slug, badge);
  const image = new URL(path, new URL(address, window.location.href)).href;
  const { markdown, html } = badgeCode(image, address, name);
  return (
    <FormCard title={t('pages.badges.title')} text={t('pages.badges.text')}>
      <Flex gap="4" wrap="wrap" align="flex-start">
        <Labelled
          label={t('pages.badges.of')}
          value={badge.component ?? ''}
          options={[
            { value: '', label: t('pages.badges.wholePage') },
            ...components.map((each) => ({ value: each.key, label: each.name })),
          ]}
          onChoose={(key) => change({ component: key === '' ? null : key })}
        />
        <Labelled
          label={t('pages.badges.type')}
          value={badge.type}
          options={types.map((value) => ({ value, label: t(`pages.badges.types.${value}`) }))}
          onChoose={(type) => change({ type })}
        />
        {badge.type === 'uptime' && (
          <Labelled
            label={t('pages.badges.range')}
            value={badge.range}
            options={BADGE_RANGES.map((value) => ({ value, label: t(`pages.badges.ranges.${value}`) }))}
            onChoose={(range) => change({ range })}
          />
        )}
        <Box flex="1 1 160px" maxW={{ sm: '280px' }}>
          <TextField
            label={t('pages.badges.label')}
            placeholder={t('pages.badges.labelPlaceholder')}
            maxLength={LABEL_LENGTH}
            autoComplete="off"
            value={badge.label}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
        </Box>
      </Flex>
      {state === 'published' && (
        <Box bg="surface.sunken" borderRadius="l2" p="4">
          <chakra.img src={path} alt={t('pages.badges.alt', { name })} h="5" minW="20" />
          <Text textStyle="xs" color="text.muted" mt="2">
            {t('pages.badges.delay')}
          </Text>
        </Box>
      )}
      <Copied label="Markdown" text={markdown} />
      <Copied label="HTML" text={html} />
      <Copied label="URL" text={image} />
    </FormCard>
  );
}

type LabelledProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

function Labelled<Value extends string>({ label, ...choice }: LabelledProps<Value>) {
  const id = useId();
  return (
    <Flex direction="column" gap="1.5" align="flex-start" maxW="full">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      <Choice id={id} {...choice} />
    </Flex>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return <CopyField label={label} text={text} placeholder="" copyLabel={t('pages.copy', { what: label })} />;
}
