import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { slugProblem } from '@farwatch/core/values/status-page/slug';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api/use-api.ts';

const DELAY_MS = 400;

export type SlugState = 'empty' | 'invalid' | 'checking' | 'available' | 'reserved' | 'taken' | 'unknown';

/** Whether a new page could have the slug, asked once typing pauses. Nothing is asked for null. */
export function useSlugCheck(slug: string | null): SlugState {
  const [asked, setAsked] = useState(slug);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(slug), DELAY_MS);
    return () => clearTimeout(timer);
  }, [slug]);
  const problem = slug === null ? null : slugProblem(slug);
  const isAsked = slug !== null && problem === null && asked === slug;
  const { data, error, isLoading } = useApi(pageCalls.slug, isAsked ? { params: { slug } } : null);
  if (slug === null || slug === '') return 'empty';
  if (problem) return problem;
  if (!isAsked || isLoading) return 'checking';
  if (error || !data) return 'unknown';
  return data.available ? 'available' : (data.reason ?? 'taken');
}
