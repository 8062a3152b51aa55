import { z } from 'zod';
import { channelInputSchema } from '../contracts/api/channels.ts';
import { pageCreationSchema } from '../contracts/api/pages.ts';
import { scheduleProblem } from '../decisions/maintenance/occurrences.ts';
import { maintenanceFieldsSchema } from '../documents/maintenance.ts';
import { channelTimingInputSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { CHANNEL_TYPE_NAMES, type ChannelTypeName, getChannelType } from '../values/channels/channel-types.ts';
import { isMask } from '../values/channels/secret.ts';
import { freeTextSchema, idSchema, textSchema } from '../values/fields.ts';
import { STATUS_PAGE } from '../values/status-page/limits.ts';
import { componentSchema, groupSchema } from '../values/status-page/page-fields.ts';
import { slugSchema } from '../values/status-page/slug.ts';
import { timeZoneInputSchema } from '../values/zone.ts';
import { keySchema } from './keys.ts';

/** The types of channels that no key can add, and why. */
const BY_HAND: Partial<Record<ChannelTypeName, string>> = {
  email: 'its address has to be confirmed by its reader, so it is added in the app',
  push: 'only the browser that shows its messages can add it, in the app',
};

/** Why a file cannot have a channel of that type; null if it can. */
export function refusalOfType(type: ChannelTypeName): string | null {
  return BY_HAND[type] ?? null;
}

const FILE_TYPES = CHANNEL_TYPE_NAMES.filter((name) => refusalOfType(name) === null);

/** The names of the settings that a file has, without the secret that the server generates. */
export function settingNames(type: ChannelTypeName): string[] {
  const { settings, generated } = getChannelType(type);
  return Object.keys(settings.shape).filter((name) => name !== generated);
}

/** A setting by the rules of its type, except for the mask of a secret. Editors accept any text: it may be a variable. */
function settingSchema(type: ChannelTypeName, name: string) {
  const { settings, secrets } = getChannelType(type);
  const rules = z.object({ value: settings.shape[name] as z.ZodType<string> });
  const schema = textSchema.max(2000).transform((text, context) => {
    if (secrets.includes(name) && isMask(text)) return text;
    const { data, error } = rules.safeParse({ value: text });
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data?.value ?? text;
  });
  return rules.safeParse({ value: '' }).success ? schema.default('') : schema;
}

const {
  type: _type,
  settings: _settings,
  proof: _proof,
  managed: _managed,
  name: channelName,
  monitors: _monitors,
  ...channelShape
} = channelInputSchema.shape;

const monitorKeysSchema = z.array(keySchema).min(1).max(200).nullable().default(null);
const quietHoursSchema = channelTimingInputSchema.shape.quietHours.unwrap().unwrap().strict();
const timingSchema = z.strictObject({
  ...channelTimingInputSchema.shape,
  quietHours: quietHoursSchema.nullable().default(null),
});

/** What a channel of any type has. `id`: the channel of the account that its first apply takes over. */
const commonShape = {
  id: idSchema.optional(),
  name: channelName.optional(),
  ...channelShape,
  monitors: monitorKeysSchema,
  timing: timingSchema.default(IMMEDIATE),
};

/** What a channel has that a file describes by its type and settings alone. */
export function channelDefaults(): object {
  return z.object(commonShape).parse({});
}

function channelSchemaOf(type: ChannelTypeName) {
  const settings = settingNames(type).map((name) => [name, settingSchema(type, name)]);
  return z.strictObject({
    type: z.literal(type),
    settings: z.strictObject(Object.fromEntries(settings) as Record<string, ReturnType<typeof settingSchema>>),
    ...commonShape,
  });
}

const [firstType = 'telegram', ...otherTypes] = FILE_TYPES;

/** A channel of a file, by its type. Its monitors are named by their keys. */
export const fileChannelSchema = z.discriminatedUnion(
  'type',
  [channelSchemaOf(firstType), ...otherTypes.map(channelSchemaOf)],
  { error: ({ input }) => typeProblem(Reflect.get(Object(input), 'type')) },
);
export type FileChannel = z.output<typeof fileChannelSchema>;

function typeProblem(type: unknown): string {
  const known = CHANNEL_TYPE_NAMES.find((name) => name === type);
  const refusal = known && refusalOfType(known);
  return refusal ? `a file cannot have a channel of this type: ${refusal}` : `one of ${FILE_TYPES.join(', ')}`;
}

const windowShape = maintenanceFieldsSchema.shape;

/** A maintenance window of a file. Its monitors are named by their keys. */
export const fileWindowSchema = z
  .strictObject({
    id: idSchema.optional(),
    ...windowShape,
    name: windowShape.name.optional(),
    monitors: monitorKeysSchema,
    timeZone: timeZoneInputSchema,
    rule: windowShape.rule.default(null),
    mailsSubscribers: z.boolean().default(false),
  })
  .superRefine((window, context) => {
    const problem = scheduleProblem(window);
    if (problem === null) return;
    const message = problem === 'bad_rule' ? 'is no rule that takes place' : 'repeats too often';
    context.addIssue({ code: 'custom', path: ['rule'], message });
  });
export type FileWindow = z.output<typeof fileWindowSchema>;

/** A component: a monitor, or one of its endpoints, by their keys. Its name is theirs by default. */
const fileComponentSchema = z.strictObject({
  monitor: keySchema,
  endpoint: keySchema.optional(),
  name: componentSchema.shape.name.optional(),
});

const fileGroupSchema = z.strictObject({
  name: groupSchema.shape.name.default(''),
  components: z.array(fileComponentSchema).max(STATUS_PAGE.components),
});

/**
 * A status page of a file. By default its key is its title and, if it can be, its address, which cannot change. `password`:
 * for a page that has none.
 */
export const filePageSchema = z
  .strictObject({
    slug: slugSchema.optional(),
    ...pageCreationSchema.shape,
    title: pageCreationSchema.shape.title.optional(),
    groups: z.array(fileGroupSchema).max(STATUS_PAGE.groups).default([]),
    password: freeTextSchema.min(6).max(200).optional(),
  })
  .superRefine(({ access, password }, context) => {
    if (password === undefined || access === 'password') return;
    context.addIssue({ code: 'custom', path: ['password'], message: 'is only for access: password' });
  });
export type FilePage = z.output<typeof filePageSchema>;
