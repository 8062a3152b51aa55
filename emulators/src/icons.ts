import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, needChromium } from './platform/chromium.ts';
import { rootDir, shown } from './platform/paths.ts';

/**
 * `npm run icons`: draws the app's icons from the mark in `web/public/favicon.svg`, white on the accent. Their place
 * and names are those in `web/public/manifest.webmanifest` and `web/app.html`.
 */
type Icon = {
  file: string;
  sizePx: number;
  /** The radius of the corners, as a share of the side. Systems that cut icons themselves get square ones. */
  corner: number;
  /** The width of the mark, as a share of the side. A system may cut off what lies outside the middle 80 %. */
  mark: number;
};

const icons: readonly Icon[] = [
  { file: 'icon-192.png', sizePx: 192, corner: 0.22, mark: 0.64 },
  { file: 'icon-512.png', sizePx: 512, corner: 0.22, mark: 0.64 },
  { file: 'maskable-192.png', sizePx: 192, corner: 0, mark: 0.52 },
  { file: 'maskable-512.png', sizePx: 512, corner: 0, mark: 0.52 },
  { file: 'apple-touch-icon.png', sizePx: 180, corner: 0, mark: 0.62 },
];

const publicDir = join(rootDir, 'web/public');
const favicon = readFileSync(join(publicDir, 'favicon.svg'), 'utf8');
const shapes = /<g[\s\S]*<\/g>/.exec(favicon)?.[0];
if (!shapes) throw new Error('web/public/favicon.svg holds no mark.');

const browser = await chromium.launch({ executablePath: await needChromium(), args: [...chromiumFlags] });
for (const icon of icons) {
  const page = await browser.newPage({ viewport: { width: icon.sizePx, height: icon.sizePx } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawn(icon, shapes)}`);
  const path = join(publicDir, 'icons', icon.file);
  writeFileSync(path, await page.screenshot({ omitBackground: true }));
  await page.close();
  console.log(`Drew ${shown(path)}.`);
}
await browser.close();

/** The mark's own square is 32 wide; its lines reach from 9.5 to 25.5, so that it sits a little high in the middle. */
function drawn({ sizePx, corner, mark }: Icon, mark32: string): string {
  const scale = mark * (32 / 30);
  const left = 16 - 16 * scale;
  const top = 16 - 17.5 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 32 32">
    <defs><linearGradient id="ground" x2="0" y2="1"><stop stop-color="#3d6cf0"/><stop offset="1" stop-color="#2048b8"/></linearGradient></defs>
    <rect width="32" height="32" rx="${32 * corner}" fill="url(#ground)"/>
    <g transform="translate(${left} ${top}) scale(${scale})" fill="#fff" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">${mark32}</g>
  </svg>`;
}
