import { type ChannelAnswer, channelInputSchema } from '@farwatch/core/contracts/api/channels';
import { CHANNEL_EVENTS, type ChannelEvent } from '@farwatch/core/documents/channel';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { isMask } from '@farwatch/core/values/channels/secret';
import type { Language } from '@farwatch/core/values/languages';
import type { SeverityFilter } from '@farwatch/core/values/severity-filter';
import { isSameTag } from '@farwatch/core/values/tags';
import { z } from 'zod';
import { type TimingDraft, timingDraftOf, timingDraftSchema } from '../timing/timing-draft.ts';
import type { FieldSpec } from './types/channel-type-form.ts';

/** A channel as its form edits it. */
export type Draft = {
  type: ChannelTypeName;
  name: string;
  enabled: boolean;
  settings: Readonly<Record<string, string>>;
  severity: SeverityFilter | null;
  /** Null for all monitors; else these, and those with one of the tags. */
  monitors: string[] | null;
  tags: string[];
  events: ChannelEvent[];
  alsoSlow: boolean;
  language: Language | null;
  timing: TimingDraft;
  rotateSecret: boolean;
};

/** The message of a setting that must be entered again. */
export const REENTER = 'enter again';

/** Returns the schema that parses a draft as the API does. `stored` has the masked settings, null for a new channel. */
export function draftSchema(type: ChannelTypeName, stored: Draft['settings'] | null) {
  const schema = channelInputSchema.extend({
    settings: settingsSchema(type, stored),
    timing: timingDraftSchema,
    rotateSecret: z.boolean(),
  });
  return z
    .custom<Draft>()
    .transform((draft): z.input<typeof schema> => ({ ...draft, ...coveredBy(draft), events: eventsOf(draft) }))
    .pipe(schema);
}
export type ParsedDraft = z.output<ReturnType<typeof draftSchema>>;

/** Of a draft that covers some monitors, the empty list is left out, unless both are empty: then it covers none. */
function coveredBy({ monitors, tags }: Draft): Pick<ChannelAnswer, 'monitors' | 'tags'> {
  if (monitors === null || tags.length === 0) return { monitors, tags: null };
  return { monitors: monitors.length === 0 ? null : monitors, tags };
}

function eventsOf({ events }: Draft): ChannelEvent[] | null {
  return CHANNEL_EVENTS.every((each) => events.includes(each)) ? null : events;
}

/** A stored secret is its mask, unless it would be sent elsewhere; one that the server makes is not entered. */
function settingsSchema(type: ChannelTypeName, stored: Draft['settings'] | null) {
  const { settings: schema, secrets, sentTo, generated } = getChannelType(type);
  return channelInputSchema.shape.settings.superRefine((settings, { addIssue }) => {
    const isElsewhere = sentTo !== undefined && stored !== null && settings[sentTo] !== stored[sentTo];
    for (const [key, field] of Object.entries(schema.shape)) {
      const value = settings[key] ?? '';
      const isStored = secrets.includes(key) && isMask(value);
      if (isStored && isElsewhere) addIssue({ code: 'custom', path: [key], message: REENTER });
      if (isStored || key === generated) continue;
      const [issue] = field.safeParse(value.trim()).error?.issues ?? [];
      if (issue) addIssue({ code: 'custom', path: [key], message: issue.message });
    }
  });
}

/** The draft of a new channel. */
export function newDraft(type: ChannelTypeName, fields: readonly FieldSpec[], name: string): Draft {
  const settings = Object.fromEntries(fields.map((field) => [field.name, field.initial ?? '']));
  const timing = timingDraftOf(IMMEDIATE);
  return {
    type,
    name,
    enabled: true,
    settings,
    severity: null,
    monitors: null,
    tags: [],
    events: [...CHANNEL_EVENTS],
    alsoSlow: false,
    language: null,
    timing,
    rotateSecret: false,
  };
}

/** The draft of a stored channel. Monitors that no longer exist are left out; of none that exist, all are kept. */
export function draftOf(channel: ChannelAnswer, name: string, existing: readonly string[]): Draft {
  const { type, enabled, settings, severity, alsoSlow, language } = channel;
  const tags = channel.tags ?? [];
  const events = channel.events ?? [...CHANNEL_EVENTS];
  const left = channel.monitors?.filter((id) => existing.includes(id)) ?? null;
  const isByTag = tags.length > 0;
  const kept = left?.length === 0 && !isByTag ? channel.monitors : left;
  const monitors = kept === null && isByTag ? [] : kept;
  const timing = timingDraftOf(channel.timing);
  const gets = { severity, monitors, tags, events, alsoSlow };
  return { type, name, enabled, settings, ...gets, language, timing, rotateSecret: false };
}

/** Returns those of a channel's tags that no monitor has. */
export function unusedTags(tags: readonly string[], monitors: readonly { tags: readonly string[] }[]): string[] {
  return tags.filter((tag) => !monitors.some((monitor) => monitor.tags.some((each) => isSameTag(each, tag))));
}

/** A text that is the same for drafts that send to the same target. */
export function targetText({ settings }: Pick<Draft, 'settings'>): string {
  return JSON.stringify(Object.entries(settings).toSorted(([one], [other]) => one.localeCompare(other)));
}

/**
 * Whether saving first sends a test: not with the proof of one for these settings, nor if they are verified already.
 * The target of a type that is verified by a link needs none, nor does a new one whose secret the server makes, since
 * its receiver cannot know that yet.
 */
export function needsTest(draft: Draft, channel: ChannelAnswer | null, testedTarget: string | null): boolean {
  const { verifiedBy, generated } = getChannelType(draft.type);
  if (verifiedBy === 'link' || (generated !== undefined && channel === null)) return false;
  const target = targetText(draft);
  if (target === testedTarget) return false;
  return channel === null || channel.verifiedAt === null || targetText(channel) !== target;
}
