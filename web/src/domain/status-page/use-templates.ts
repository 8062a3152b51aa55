import type { Language } from '@farwatch/core/values/languages';
import { publicationStateSchema } from '@farwatch/core/values/status-page/component-status';
import useSWR from 'swr';
import { z } from 'zod';
import { partLocaleFile } from '../../locales/files.ts';

const templatesSchema = z.object({
  pages: z.object({
    templates: z.object({ title: z.string(), texts: z.record(publicationStateSchema, z.string()) }),
  }),
});
export type Templates = z.infer<typeof templatesSchema>['pages']['templates'];

/** The texts that posts start with, in a page's language, which may not be the app's; undefined until loaded. */
export function useTemplates(language: Language): Templates | undefined {
  const load = async () => templatesSchema.parse(await partLocaleFile('pages', language)).pages.templates;
  return useSWR(['templates', language], load, { revalidateOnFocus: false, revalidateIfStale: false }).data;
}

/** A title for an incident of a component. */
export function titleOf(templates: Templates, component: string): string {
  return templates.title.replace('{{name}}', component);
}
