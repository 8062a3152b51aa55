import type { MessageContent, MessageKind } from '../documents/message.ts';
import type { Language } from '../values/languages.ts';
import type { Summary } from '../values/summary/summary.ts';

/** What a message looks like: a failure, a failure from some locations, an end of either, or a notice. */
export type MessageTone = 'down' | 'partial' | 'recovered' | 'notice';

/**
 * A message as a channel sends it, in the language of the channel. `id`: the same whenever this message is tried again,
 * a UUID. `title`: one line without markup, beginning with an emoji. `url`: the endpoint's, as people read it.
 * `paragraphs`: sentences below the title, for a digest its lines. `fields`: labelled values. `link`: opens the incident
 * or the app. `lineUrls`: of the paragraphs of a digest, the address of the incident or endpoint that each is about, null for none.
 * `text`: all of it but the link, as plain text of at most 4,096 UTF-16 units. `contents`: what it reports,
 * as data; empty
 * for a test. `summary`: all of it, of which the paragraphs are the short form.
 */
export type OutgoingMessage = {
  id: string;
  kind: MessageKind | 'digest' | 'test';
  tone: MessageTone;
  language: Language;
  title: string;
  url: string | null;
  paragraphs: readonly string[];
  fields: readonly { label: string; value: string }[];
  link: { label: string; url: string } | null;
  lineUrls?: readonly (string | null)[];
  text: string;
  contents: readonly MessageContent[];
  summary?: Summary;
};
