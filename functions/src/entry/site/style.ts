import { accentShades } from '@farwatch/core/decisions/status-page/accent';
import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { DEFAULT_LANGUAGE, fontsOf, isTall, type Language } from '@farwatch/core/values/languages';
import type { ComponentStatus } from '@farwatch/core/values/status-page/component-status';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';

const LIGHT =
  '--ground:#f5f7fa;--card:#fff;--sunken:#edf0f4;--line:#dde3ea;--edge:#7c899a;--text:#101a28;--muted:#526072;--up:#12894f;--down:#d42a3c;--partial:#b96d00;--none:#7c899a;--paused:#3f7486;--maintenance:#7a4ec2;--gap:#ccd4de';
const DARK =
  '--ground:#0b1118;--card:#131b26;--sunken:#1b2532;--line:#26313f;--edge:#64738a;--text:#e9eef5;--muted:#9aa8ba;--up:#2fc281;--down:#ff5a66;--partial:#eba93c;--none:#8a98aa;--paused:#7fb2c4;--maintenance:#b393f2;--gap:#344356';

/** How many days narrow screens show; the rest is cut off. */
const NARROW_DAYS = 30;

function fontsIn(language: Language): string {
  return `Inter,system-ui,-apple-system,'Segoe UI',Roboto,${fontsOf(language)},sans-serif`;
}

const CIRCLE = 'M8 0a8 8 0 0 1 0 16A8 8 0 0 1 8 0z';
const RING = `${CIRCLE}m0 2a6 6 0 0 0 0 12A6 6 0 0 0 8 2z`;
/** In 16 by 16. Their shapes differ too, for people who cannot distinguish the colors. */
const SHAPES: Record<ComponentStatus, string> = {
  up: `${CIRCLE}M3.9 8.8l3 3.1 5.3-5.7-1.4-1.2-3.9 4.3-1.8-1.7z`,
  down: 'M4 0h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4zM5.6 4.4L4.4 5.6 6.7 8l-2.3 2.4 1.2 1.2L8 9.3l2.4 2.3 1.2-1.2L9.3 8l2.3-2.4-1.2-1.2L8 6.7z',
  partial:
    'M8 .3a.9.9 0 0 1 .8.4l7.1 13.4a.7.7 0 0 1-.7 1H.8a.7.7 0 0 1-.7-1L7.2.7A.9.9 0 0 1 8 .3zM7.2 5.2v5h1.6v-5zm0 6.2V13h1.6v-1.6z',
  slow: `${RING}M7.1 3.5v5h5V7H8.7V3.5z`,
  maintenance: `${RING}M7.1 4v4.5l3 2 1-1.5-2.2-1.4V4z`,
  unknown: `${RING}M7 0h2v2H7zm7 7h2v2h-2zm-7 7h2v2H7zM0 7h2v2H0z`,
  paused: `${RING}M5.3 5v6h1.8V5zm3.6 0v6h1.8V5z`,
};

/**
 * The icon of each status, before its word. Drawn by the style, since elements for the icons would make up a sixth of a
 * page with many components.
 */
const STATUS_ICONS = `.icon::before,.rows span::before{content:"";flex:none;width:16px;height:16px;background:var(--tone)}
${Object.entries(SHAPES)
  .map(([status, shape]) => `.${status}::before{clip-path:path(evenodd,"${shape}")}`)
  .join('')}
@media(forced-colors:active){.icon::before,.rows span::before{background:CanvasText;forced-color-adjust:none}}`;

/** The style of all pages. Colors as in the app; a status has a shape and a word as well as its color. */
export const STYLE = `:root{color-scheme:light dark;${LIGHT};--accent:#2451c8;--solid:#2b5bdb}
@media(prefers-color-scheme:dark){:root{${DARK};--accent:#8fb0ff;--solid:#3a67e6}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 ${fontsIn(DEFAULT_LANGUAGE)};font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol,dl,dd{margin:0;padding:0}
main>h1,.post h1{font-size:20px;line-height:28px;font-weight:600;unicode-bidi:isolate}
main>h1{margin-bottom:16px}
ul,ol{list-style:none}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.wrap{max-width:860px;margin:0 auto;padding:0 24px}
.langs{display:flex;flex-wrap:wrap;gap:0 16px}.langs a{display:inline-block;min-width:24px;min-height:24px;text-align:center}.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;background:var(--card);padding:8px 12px;z-index:1}
.top{display:flex;align-items:center;gap:16px;padding:40px 0 24px}
.brand{display:flex;align-items:center;gap:14px;min-width:0;flex:1;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.01em}
.brand h1,.brand p{font:inherit;unicode-bidi:isolate}
.brand a{color:inherit;text-decoration:none}
.brand a:hover{text-decoration:underline}
.brand img{display:block;height:40px;max-width:160px;object-fit:contain}
.tag{font-size:12px;line-height:20px;font-weight:600;padding:0 8px;border:1px solid var(--edge);border-radius:6px;color:var(--muted)}
.lead{color:var(--muted);margin:-8px 0 24px;white-space:pre-line;unicode-bidi:isolate}
.overall{display:flex;align-items:center;gap:14px;padding:20px 24px;border:1px solid var(--tone);border-radius:10px;background:var(--card);background:color-mix(in srgb,var(--tone) 9%,var(--card));font-size:20px;line-height:28px;font-weight:600}
.overall::before{margin:6px;transform:scale(1.75)}
section{margin-top:40px}
h2{font-size:16px;line-height:24px;font-weight:600;margin-bottom:12px;unicode-bidi:isolate}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.rows>li{display:grid;grid-template-columns:1fr auto;align-items:start;gap:0 16px;padding:18px 24px}
.rows>li+li{border-top:1px solid var(--line)}
.rows h3{font-size:16px;line-height:24px;font-weight:500;min-width:0;unicode-bidi:isolate}
.rows span{display:inline-flex;align-items:center;gap:6px;font-size:14px;line-height:24px;white-space:nowrap;color:var(--text)}
${STATUS_ICONS}
.rows span::before{margin:-1px;transform:scale(.875)}
.up{--tone:var(--up)}.down{--tone:var(--down)}.partial,.slow{--tone:var(--partial)}.maintenance{--tone:var(--maintenance)}.unknown{--tone:var(--none)}.paused{--tone:var(--paused)}
li>svg[role]{grid-column:1/3;display:block;width:100%;height:34px;margin-top:10px}
li>svg path{fill:none;stroke:var(--up);stroke-width:6;stroke-dasharray:.7 .3}
path.s{stroke:var(--partial);stroke-width:7}path.d{stroke:var(--down);stroke-width:8}path.g{stroke:var(--gap);stroke-width:2.5}
.rows p{grid-column:1/3;display:flex;justify-content:space-between;gap:4px 12px;margin-top:6px;font-size:13px;line-height:20px;color:var(--muted)}
.rows b{font-weight:500;color:var(--text);text-align:center}
li>svg+p::before,li>svg+p::after{white-space:nowrap}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:10px;font-size:13px;line-height:20px;color:var(--muted)}
.legend li{display:flex;align-items:center;gap:6px}
.legend svg{width:7px;height:16px}
.legend .u{fill:var(--up)}.legend .s{fill:var(--partial)}.legend .d{fill:var(--down)}.legend .g{fill:var(--gap)}
.post{padding:20px 24px}
.post+.post{margin-top:12px}
.post h2,.post h3{font-size:16px;line-height:24px;font-weight:600;margin:0;unicode-bidi:isolate}
.post h2 a,.post h3 a{color:inherit}
.open{border-left:4px solid var(--partial)}.work{border-left:4px solid var(--maintenance)}
.post.open,.post.work{padding-left:21px}
@media(max-width:640px){.post.open,.post.work{padding-left:13px}}
.meta{font-size:14px;line-height:20px;color:var(--muted);margin-top:2px;unicode-bidi:isolate}
.updates li{margin-top:16px;padding-left:20px;border-left:2px solid var(--line);position:relative}
.updates li::before{content:'';position:absolute;left:-6px;top:7px;width:10px;height:10px;border-radius:50%;background:var(--card);border:2px solid var(--edge)}
.updates .text{white-space:pre-line;unicode-bidi:isolate;max-width:65ch}
.updates b{font-weight:600}
.empty{color:var(--muted)}
.more{margin-top:12px;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 24px}
.more a,.foots a{display:inline-block;padding:10px 0}
.get{padding:20px 24px}
.get h2{margin-bottom:2px}
form{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px;align-items:end}
label{font-size:14px;line-height:20px;font-weight:500;flex:1 1 240px;display:block}
input,textarea{display:block;width:100%;font:inherit;font-size:16px;min-height:44px;margin-top:4px;padding:9px 12px;border:1px solid var(--edge);border-radius:6px;background:var(--ground);color:var(--text)}
textarea{min-height:132px;resize:vertical}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:var(--solid);color:#fff;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
.feeds{display:flex;flex-wrap:wrap;gap:0 16px;align-items:baseline;margin-top:8px;font-size:14px;color:var(--muted)}
.feeds a{padding:10px 0}
.error{flex-basis:100%;color:var(--down);font-size:14px;font-weight:500}
.box{max-width:520px;margin:0 auto;padding:min(16vh,140px) 0 24px}
.box h1,.box h2{font-size:20px;line-height:28px;font-weight:600;margin-bottom:6px}
.box p:not(.error){color:var(--muted)}
.by{display:flex;flex-wrap:wrap;justify-content:center;gap:0 20px;margin-top:16px;font-size:14px;line-height:22px;color:var(--muted)}
.box form{flex-direction:column;align-items:stretch}
.box label{flex:none}
.box button{align-self:start}
.foots{margin-top:56px;border-top:1px solid var(--line);padding:20px 0 40px;font-size:14px;line-height:22px;color:var(--muted)}
.foots div{display:flex;flex-wrap:wrap;gap:0 20px;justify-content:space-between}
@media(max-width:640px){.wrap{padding:0 16px}.top{padding:24px 0 20px}.brand{font-size:20px;line-height:28px}.overall,.post,.get{padding:16px}.rows>li{padding:16px}li>svg[role]{width:300%;margin-left:-200%;clip-path:inset(0 0 0 66.67%)}.rows p{flex-wrap:wrap}.rows b{order:-1;flex-basis:100%;text-align:left}}
@media print{.get,.skip,.more,.report,.langs{display:none}body{background:#fff}.post,.rows>li{break-inside:avoid}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
@media(forced-colors:active){li>svg path{forced-color-adjust:none}}`;

/**
 * The style of a page's language: its script's fonts, for marks above and below letters lines of 1.6 without letter
 * spacing, and labels of the days that bars show, which the style has once, since a page may have a hundred rows of bars.
 */
export function languageStyle(language: Language): string {
  const { daysAgo, today } = STATUS_PAGE_TEXTS[language];
  const fonts = fontsOf(language) === fontsOf(DEFAULT_LANGUAGE) ? '' : `body{font-family:${fontsIn(language)}}`;
  const tall = isTall(language) ? 'body,body *{line-height:1.6!important;letter-spacing:0!important}' : '';
  const row = 'li>svg+p';
  return `${fonts}${tall}${row}::before{content:"${daysAgo(STATUS_PAGE.days)}"}${row}::after{content:"${today}"}@media(max-width:640px){${row}::before{content:"${daysAgo(NARROW_DAYS)}"}}`;
}

/** The style of an owner's accent, with enough contrast in each theme. */
export function accentStyle(accent: string): string {
  const { light, dark } = accentShades(accent);
  return `:root{--accent:${light.text};--solid:${light.solid}}@media(prefers-color-scheme:dark){:root{--accent:${dark.text};--solid:${dark.solid}}}`;
}

/** Turns times into such as '5 minutes ago', with the exact time as a tooltip; without it the exact times stay. */
export const SCRIPT = `(()=>{const f=new Intl.RelativeTimeFormat(document.documentElement.lang,{numeric:'auto'}),u=[['day',864e5],['hour',36e5],['minute',6e4]],r=()=>{for(const e of document.querySelectorAll('time[data-r]')){const d=new Date(e.dateTime)-Date.now(),[n,m]=u.find(([,m])=>Math.abs(d)>=m)||['minute',6e4];e.title||(e.title=e.textContent);Math.abs(d)<2592e6&&(e.textContent=f.format(Math.trunc(d/m),n))}};r();setInterval(r,3e4)})()`;
