import type { PageAnswer, PageInput } from '@farwatch/core/contracts/api/pages';
import type { Language } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { componentSchema, groupSchema, pageFieldsSchema } from '@farwatch/core/values/status-page/page-fields';
import { slugSchema } from '@farwatch/core/values/status-page/slug';
import type { Issue } from '../../../lib/api/failure.ts';
import { issuesByField } from '../../../lib/api/mark-issues.ts';
import type { DraftGroup } from './groups/draft-groups.ts';
import type { Logo } from './logo/logo.ts';

/** Which websites may embed a page: none, all, or listed ones. */
export const EMBEDDINGS = ['nobody', 'listed', 'anywhere'] as const;

/** A status page as its form edits it. */
export type Draft = Omit<PageInput, 'groups' | 'website' | 'accent' | 'embedding'> & {
  slug: string;
  /** Empty for none. */
  website: string;
  /** Empty for the default colour. */
  accent: string;
  /** A new password; empty to keep the current one. */
  password: string;
  /** Whether the page has a password. */
  hasPassword: boolean;
  groups: readonly DraftGroup[];
  embedding: (typeof EMBEDDINGS)[number];
  /** The websites that may embed the page if only listed ones may, one per line. */
  embeddingOrigins: string;
  logo: Logo;
};

/**
 * The errors of a draft, by the field that shows them: bad, or taken by another page. `names` are those of groups or
 * components.
 */
export type DraftErrors = Partial<Record<Exclude<ErrorField, 'slug'>, 'bad'> & { slug: 'bad' | 'taken' }>;
const ERROR_FIELDS = [
  'embeddingOrigins',
  'title',
  'slug',
  'description',
  'website',
  'password',
  'names',
  'count',
] as const;
type ErrorField = (typeof ERROR_FIELDS)[number];

/** A new page with one group. */
export function newDraft(language: Language, timeZone: string): Draft {
  return {
    slug: '',
    title: '',
    description: '',
    website: '',
    language,
    timeZone,
    accent: '',
    groups: [{ id: 'group 1', name: '', components: [] }],
    showsUptime: true,
    showsResponseTime: true,
    showsSlow: false,
    access: 'public',
    published: false,
    postsAutomatically: false,
    takesSubscribers: true,
    embedding: 'nobody',
    embeddingOrigins: '',
    password: '',
    hasPassword: false,
    logo: null,
  };
}

/** The draft of a stored page. */
export function draftOf(page: PageAnswer): Draft {
  const { address, state, blockedReason, version, createdAt, updatedAt, ...rest } = page;
  // Left out of a request, it stays as it is.
  const { managed: _, logo, groups, embedding, ...fields } = rest;
  return {
    ...fields,
    embedding: typeof embedding === 'string' ? embedding : 'listed',
    embeddingOrigins: typeof embedding === 'string' ? '' : embedding.join('\n'),
    website: fields.website ?? '',
    accent: fields.accent ?? '',
    password: '',
    groups: groups.map(({ name, components }, index) => ({
      id: `group ${index + 1}`,
      name,
      components: components.map((component) => ({ ...component, id: component.key })),
    })),
    logo: logo === null ? null : { stored: logo },
  };
}

/** Converts the draft to the API's input; only meaningful for a draft without errors. */
export function inputOf(draft: Draft): PageInput {
  const { slug, password, hasPassword, logo, groups, website, accent, embedding, embeddingOrigins, ...fields } = draft;
  return {
    ...fields,
    embedding: embedding === 'listed' ? originsOf(embeddingOrigins) : embedding,
    website: website.trim() === '' ? null : withScheme(website.trim()),
    accent: accent === '' ? null : accent,
    groups: groups.map(({ name, components }) => ({ name, components: components.map(({ id: _, ...each }) => each) })),
  };
}

/** The websites of a list, which may be separated by commas as well; a scheme may be left out. */
function originsOf(list: string): string[] {
  const names = list.split(/[\s,;]+/).filter((name) => name !== '');
  return [...new Set(names.map(withScheme))];
}

/** The HTML of a frame that shows a page. */
export function embeddingCode(address: string, title: string): string {
  const named = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" title="${named}" width="100%" height="800" style="border:0" loading="lazy"></iframe>`;
}

/** The new password, if there is one. */
export function passwordOf({ access, password }: Draft): { password?: string } {
  return access === 'password' && password !== '' ? { password } : {};
}

/** Converts a draft that may be incomplete to the input of a preview. `untitled` replaces missing titles. */
export function previewInputOf(draft: Draft, untitled: string): PageInput {
  const input = inputOf(draft);
  const { shape } = pageFieldsSchema;
  return {
    ...input,
    title: shape.title.safeParse(input.title).data ?? untitled,
    description: shape.description.safeParse(input.description).data ?? '',
    website: shape.website.safeParse(input.website).data ?? null,
    embedding: 'nobody',
    groups: input.groups.slice(0, STATUS_PAGE.groups).map(({ name, components }) => ({
      name: groupSchema.shape.name.safeParse(name).data ?? '',
      components: components.map((each) => ({
        ...each,
        name: componentSchema.shape.name.safeParse(each.name).data ?? untitled,
      })),
    })),
  };
}

/** Returns the errors of the fields that the API does not accept; null for none of the form's. */
export function refusedFields(issues: readonly Issue[], draft: Draft): DraftErrors | null {
  const fields = issuesByField(issues, draft, { groups: { field: 'names' } }).keys();
  const errors = [...fields].flatMap((field) => (isErrorField(field) ? [[field, 'bad'] as const] : []));
  return errors.length > 0 ? Object.fromEntries(errors) : null;
}

function isErrorField(field: string): field is ErrorField {
  return ERROR_FIELDS.some((each) => each === field);
}

/** Returns the errors of the draft; null if it is valid. */
export function errorsOf(draft: Draft): DraftErrors | null {
  const input = inputOf(draft);
  const isBad = (field: 'title' | 'description' | 'website' | 'embedding') =>
    !pageFieldsSchema.shape[field].safeParse(input[field]).success;
  const components = draft.groups.flatMap((group) => group.components);
  const found: readonly (ErrorField | false)[] = [
    isBad('title') && 'title',
    !slugSchema.safeParse(draft.slug).success && 'slug',
    isBad('description') && 'description',
    isBad('website') && 'website',
    isPasswordBad(draft) && 'password',
    isBad('embedding') && 'embeddingOrigins',
    !(draft.groups.every(({ name }) => isGroupName(name)) && components.every(({ name }) => isComponentName(name))) &&
      'names',
    components.length > STATUS_PAGE.components && 'count',
  ];
  const fields = found.filter((field) => field !== false);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, 'bad'])) : null;
}

export function isComponentName(name: string): boolean {
  return componentSchema.shape.name.safeParse(name).success;
}

export function isGroupName(name: string): boolean {
  return groupSchema.shape.name.safeParse(name).success;
}

/** A page with password protection needs a password of 6 to 200 characters, as the API requires. */
function isPasswordBad({ access, password, hasPassword }: Draft): boolean {
  if (access !== 'password') return false;
  if (password === '') return !hasPassword;
  return password.length < 6 || password.length > 200;
}

function withScheme(website: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`;
}
