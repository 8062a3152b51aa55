import { expect, it } from 'vitest';
import { webhookEventSchema } from '../contracts/api/webhook-event.ts';
import { textsOf } from './texts.ts';
import { webhookExamples } from './webhook-events.ts';

const EXAMPLES = webhookExamples(await textsOf('en'));

it('has an example of each type that a webhook can have, as the schema has it', () => {
  expect(EXAMPLES.map(({ type }) => type)).toEqual(webhookEventSchema.shape.type.options);
  for (const { type, event } of EXAMPLES) {
    expect(event.type).toBe(type);
    expect(webhookEventSchema.parse(event)).toEqual(event);
  }
});

it.each(EXAMPLES.map(({ type, event }) => [type, event.data.text]))('has a whole text of %s', (_type, text) => {
  expect(text).not.toMatch(/undefined|NaN|\b0 (times|s|min)\b| {2}|, $| $/m);
});
