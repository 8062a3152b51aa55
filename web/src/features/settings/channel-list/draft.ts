import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { type ChannelTypeName, getChannelType } from '@farwatch/core/values/channels/channel-types';
import { isMask } from '@farwatch/core/values/channels/secret';
import type { Language } from '@farwatch/core/values/languages';
import type { SeverityFilter } from '@farwatch/core/values/severity-filter';
import { type TimingDraft, type TimingErrors, timingDraftOf, timingErrorsOf } from '../timing/timing-draft.ts';
import type { FieldSpec } from './types/channel-type-form.ts';

/** A channel as its form edits it. `monitors`: null for all. */
export type Draft = {
  type: ChannelTypeName;
  name: string;
  enabled: boolean;
  settings: Readonly<Record<string, string>>;
  severity: SeverityFilter | null;
  monitors: readonly string[] | null;
  language: Language | null;
  timing: TimingDraft;
  rotateSecret: boolean;
};

/**
 * What is wrong with a draft: its name, its monitors, when it is notified, or settings by name, which are `bad` or must
 * be entered again.
 */
export type DraftErrors = {
  name: boolean;
  monitors: boolean;
  timing: TimingErrors | null;
  settings: Readonly<Record<string, 'bad' | 'reenter'>>;
};

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
    language: null,
    timing,
    rotateSecret: false,
  };
}

/** The draft of a stored channel. Monitors that no longer exist are left out; of none that exist, all are kept. */
export function draftOf(channel: ChannelAnswer, name: string, existing: readonly string[]): Draft {
  const { type, enabled, settings, severity, language } = channel;
  const left = channel.monitors?.filter((id) => existing.includes(id)) ?? null;
  const monitors = left?.length === 0 ? channel.monitors : left;
  const timing = timingDraftOf(channel.timing);
  return { type, name, enabled, settings, severity, monitors, language, timing, rotateSecret: false };
}

/** What is wrong with the draft; null if nothing is. `stored`: the masked settings, null for a new channel. */
export function errorsOf(draft: Draft, stored: Draft['settings'] | null): DraftErrors | null {
  const { settings: schema, secrets, sentTo, generated } = getChannelType(draft.type);
  const isElsewhere = sentTo !== undefined && stored !== null && draft.settings[sentTo] !== stored[sentTo];
  const wrong = Object.entries(schema.shape).flatMap(([key, field]): [string, 'bad' | 'reenter'][] => {
    const value = draft.settings[key] ?? '';
    if (key === generated) return [];
    if (secrets.includes(key) && isMask(value)) return isElsewhere ? [[key, 'reenter']] : [];
    return field.safeParse(value.trim()).success ? [] : [[key, 'bad']];
  });
  const name = draft.name.trim() === '' || draft.name.trim().length > 80;
  const monitors = draft.monitors?.length === 0;
  const timing = timingErrorsOf(draft.timing);
  if (!name && !monitors && !timing && wrong.length === 0) return null;
  return { name, monitors, timing, settings: Object.fromEntries(wrong) };
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
