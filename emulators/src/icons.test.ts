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

/** How opaque a pixel is, 0 to 255, and how bright. */
function at({ data, width }: PNG, x: number, y: number) {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * width + x) * 4);
  return { alpha, brightness: (red + green + blue) / 3 };
}

/** How far from the middle the farthest part of the white mark is, as a part of the side. */
function reach(picture: PNG): number {
  const middle = (picture.width - 1) / 2;
  let farthest = 0;
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const { alpha, brightness } = at(picture, x, y);
      if (alpha > 128 && brightness > 200) farthest = Math.max(farthest, Math.hypot(x - middle, y - middle));
    }
  }
  return farthest / picture.width;
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

  it.each(manifest.icons.filter(({ purpose }) => purpose === 'maskable'))('$src keeps its mark when cut', ({ src }) => {
    const picture = pictureAt(src);
    expect(at(picture, 0, 0).alpha).toBe(255);
    expect(reach(picture)).toBeGreaterThan(0.2);
    expect(reach(picture)).toBeLessThan(0.4);
  });
});

it('the icon for Apple’s devices is 180 px and has no transparent corner, which they would paint black', () => {
  const picture = pictureAt('icons/apple-touch-icon.png');
  expect([picture.width, picture.height]).toEqual([180, 180]);
  expect(at(picture, 0, 0).alpha).toBe(255);
});
