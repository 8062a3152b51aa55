import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PUBLIC_REWRITES, whoseRules } from './own-site.ts';

const root = join(import.meta.dirname, '../..');
const rules = (body: string) =>
  `rules_version='2'\n\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}\n`;
const all = (condition: string) =>
  rules(`    match /{document=**} {\n      allow read, write: if ${condition};\n    }`);

it.each([
  ['Farwatch’s', readFileSync(join(root, 'firestore.rules'), 'utf8'), 'own'],
  ['those of a new database in production mode', all('false'), 'none'],
  [
    'those in test mode',
    all('request.time < timestamp.date(2026, 12, 28)').replace('match /{', '// Open.\n match /{'),
    'none',
  ],
  ['empty ones', rules(''), 'none'],
  ['another app’s', rules('match /assignments/{id} { allow read: if request.auth != null; }'), 'foreign'],
  ['open ones that an operator wrote', all('true'), 'foreign'],
  [
    'a part besides the default',
    rules('match /a/{id} { allow read; } match /{document=**} { allow read, write: if false; }'),
    'foreign',
  ],
])('knows %s', (_, text, whose) => expect(whoseRules(text)).toBe(whose));

it('knows a site by functions that this one leads to', () => {
  const schema = z.object({
    hosting: z.object({ rewrites: z.array(z.object({ function: z.object({ functionId: z.string() }).optional() })) }),
  });
  const { hosting } = schema.parse(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')));
  expect(hosting.rewrites.map((each) => each.function?.functionId)).toEqual(
    expect.arrayContaining([...PUBLIC_REWRITES]),
  );
});
