import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rootDir } from './platform/paths.ts';

const publicDir = join(rootDir, 'web/public');
const manifestSchema = z.object({
  start_url: z.literal('/monitors'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  name: z.string().min(1),
  short_name: z.string().max(12),
  description: z.string().min(1),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
});
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(publicDir, 'manifest.webmanifest'), 'utf8')));

function pictureAt(src: string): PNG {
  return PNG.sync.read(readFileSync(join(publicDir, src)));
}

describe('the manifest’s icons', () => {
  it.each(manifest.icons)('$src is $sizes', ({ src, sizes }) => {
    const { width, height } = pictureAt(src);
    expect(`${width}x${height}`).toBe(sizes);
  });

  it('are there in both sizes that browsers ask for, round ones and ones to be cut', () => {
    const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
    expect(kinds.sort()).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
  });
});

it('the icon for Apple’s devices is 180 px', () => {
  const picture = pictureAt('icons/apple-touch-icon.png');
  expect([picture.width, picture.height]).toEqual([180, 180]);
});
