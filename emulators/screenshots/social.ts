import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../e2e/testing/browser.ts';
import { rootDir, shown } from '../src/platform/paths.ts';

/** Draws the preview that chats and social networks show with a link: `web/public/social.png`. */

const SIZE = { width: 1200, height: 630 };
const file = join(rootDir, 'web/public/social.png');
const mark = readFileSync(join(rootDir, 'web/public/favicon.svg'), 'utf8').replace(/<title>.*<\/title>/, '');
const inter = readFileSync(
  join(rootDir, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');

const bars = Array.from({ length: 24 }, (_, hour) => (hour === 17 ? '<i class="down"></i>' : '<i></i>')).join('');
const page = `<!doctype html>
<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${inter}); }
  * { margin: 0; box-sizing: border-box; }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #0b1118; color: #e9eef5; font-family: Inter; padding: 72px 80px; }
  .horizon { position: absolute; left: 50%; top: 400px; width: 2000px; height: 2000px; transform: translateX(-50%); border-radius: 50%; border-top: 2px solid #8fb0ff88; background: linear-gradient(#15244a, #0b1118 24%); box-shadow: 0 -30px 180px #3a67e666; }
  .name { position: relative; display: flex; align-items: center; gap: 20px; font-size: 40px; font-weight: 600; letter-spacing: -0.02em; }
  .name svg { width: 64px; height: 64px; }
  h1 { position: relative; font-size: 88px; line-height: 1.04; letter-spacing: -0.045em; font-weight: 660; margin-top: 64px; }
  p { position: absolute; left: 80px; bottom: 64px; font-size: 28px; color: #b6c2d2; }
  .bars { position: absolute; right: 80px; bottom: 64px; height: 56px; display: flex; gap: 4px; align-items: flex-end; }
  .bars i { width: 11px; height: 42px; border-radius: 4px; background: #2fc281; }
  .bars .down { height: 56px; background: #ff5a66; }
</style>
<div class="horizon"></div>
<div class="name">${mark}Farwatch</div>
<h1>The alert that<br>wakes you is true.</h1>
<p>Uptime monitoring from where your users are</p>
<div class="bars">${bars}</div>`;

const browser = await startBrowser();
const context = await browser.newContext({ viewport: SIZE, colorScheme: 'dark' });
const tab = await context.newPage();
await tab.setContent(page);
await tab.evaluate('document.fonts.ready');
writeFileSync(file, await tab.screenshot());
await browser.close();
console.log(`The social card is ${shown(file)}.`);
