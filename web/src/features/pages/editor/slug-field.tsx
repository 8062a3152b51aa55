import { Flex, Text } from '@chakra-ui/react';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { slugProblem } from '@farwatch/core/values/status-page/slug';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/form/text-field.tsx';
import { useApi } from '../../../lib/api/use-api.ts';
import type { PageForm } from './use-page-form.ts';

/** The address of a new page, with whether it could have that. */
export function SlugField({ form: { draft, errors }, onType }: { form: PageForm; onType: (slug: string) => void }) {
  const { t } = useTranslation();
  const checked = useSlugCheck(draft.slug);
  const state = shownState(checked, errors?.slug);
  const isWrong = state === 'invalid' || state === 'reserved' || state === 'taken';
  return (
    <Flex direction="column" gap="1.5">
      <TextField
        label={t('pages.details.address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.slug}
        maxLength={40}
        hint={t('pages.details.addressHint', { address: `${window.location.host}/status/${draft.slug || '…'}` })}
        error={isWrong ? t(`pages.slug.${state}`) : undefined}
        onChange={(event) => onType(event.currentTarget.value.toLowerCase().replaceAll(' ', '-'))}
      />
      <Text role="status" textStyle="sm" color="text.muted" minH={isWrong ? '0' : '5'}>
        {!isWrong && state !== 'empty' && t(`pages.slug.${state}`)}
      </Text>
    </Flex>
  );
}

/** The state as checked, unless saving was refused for it. */
function shownState(checked: SlugState, refused: 'bad' | 'taken' | undefined): SlugState {
  if (refused === 'taken') return 'taken';
  return refused && checked === 'empty' ? 'invalid' : checked;
}

const DELAY_MS = 400;

type SlugState = 'empty' | 'invalid' | 'checking' | 'available' | 'reserved' | 'taken' | 'unknown';

/** Whether a new page could have the slug, requested once typing pauses. */
function useSlugCheck(slug: string): SlugState {
  const [typed, setTyped] = useState(slug);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(slug), DELAY_MS);
    return () => clearTimeout(timer);
  }, [slug]);
  const problem = slugProblem(slug);
  const isRequested = problem === null && typed === slug;
  const { data, error, isLoading } = useApi(pageCalls.slug, isRequested ? { params: { slug } } : null);
  if (slug === '') return 'empty';
  if (problem) return problem;
  if (!isRequested || isLoading) return 'checking';
  if (error || !data) return 'unknown';
  return data.available ? 'available' : (data.reason ?? 'taken');
}
