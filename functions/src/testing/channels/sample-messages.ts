import {
  type MessageContent,
  type MessageKind,
  type MessageValues,
  newMessageValues,
} from '@farwatch/core/documents/message';
import { composeMessage, composeTest } from '@farwatch/core/texts/compose-message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { textsOf } from '@farwatch/core/texts/texts';
import type { Language } from '@farwatch/core/values/languages';

const AT = Date.UTC(2026, 10, 20, 12, 30);
const ID = '00000000-0000-4000-8000-00000000000';
/** A name of the greatest length, with the markup and the mentions of several services. */
export const LONG_NAME = '*_~`|<!channel>@everyone & [a](https://b.farwatch.test) 商店 '.repeat(4).slice(0, 200);

const VALUES: MessageValues = newMessageValues({
  endpoint: 'Shop',
  url: 'https://shop.farwatch.test/a_b?x=1&y=2',
  monitor: 'Shops & <more>',
  locations: ['tw', 'th'],
  occurredAt: AT,
  statusCode: 503,
  error: 'status',
});

/** A body with the markup of several services. */
const FAILURE = { at: AT, statusCode: 503, error: 'status', excerpt: LONG_NAME.slice(0, 120), outage: 1 } as const;

function content(kind: MessageKind, values: Partial<MessageValues> = {}): MessageContent {
  const subject = { endpointId: 'shop', incidentId: 'incident', outage: 1, ended: [] };
  return { kind, severity: 'critical', ...subject, values: { ...VALUES, ...values } };
}

export type SampleName = 'outage' | 'recovery' | 'digest' | 'longest' | 'test';

/**
 * Messages as the engine composes them. `digest`: 25 changes with the longest names. `longest`: one with the longest
 * texts everywhere.
 */
export async function sampleMessages(language: Language): Promise<Record<SampleName, OutgoingMessage>> {
  const texts = await textsOf(language);
  const label = language === 'en' ? 'Open incident' : texts.alerts.openIncident;
  const link = { label, url: 'https://app.farwatch.test/incidents/i?token=t_1' };
  const compose = (last: number, ...contents: [MessageContent, ...MessageContent[]]) =>
    composeMessage(contents, texts, { id: `${ID}${last}`, nowMs: AT, link, appUrl: 'https://app.farwatch.test' });
  const changes = Array.from({ length: 24 }, () => content('outage', { endpoint: LONG_NAME }));
  const path = '/a_b'.repeat(600).slice(0, 2020);
  const failures = { tw: { ...FAILURE, assertion: null } };
  const longest = { endpoint: LONG_NAME, monitor: LONG_NAME, url: `https://shop.farwatch.test${path}`, failures };
  return {
    outage: compose(1, content('outage')),
    recovery: compose(2, content('recovery', { durationMs: 7_500_000 })),
    digest: compose(3, content('outage', { endpoint: LONG_NAME }), ...changes),
    longest: compose(4, content('outage', longest)),
    test: composeTest(texts, `${ID}5`),
  };
}
