import { slugProblem } from '@farwatch/core/values/status-page/slug';
import { expect, test } from 'vitest';
import { readableSlug } from './readable-slug.ts';

test.each([
  ['Café Zürich', 'cafe-zurich'],
  ['Łódź Straße', 'lodz-strasse'],
  ['Tiếng Việt', 'tieng-viet'],
  ['商店状态页', 'shang-dian-zhuang-tai-ye'],
  ['北京银行', 'bei-jing-yin-xing'],
  ['商店 A', 'shang-dian-a'],
  ['สถานะ', 'sthana'],
  ['ร้านค้า ออนไลน์', 'rankha-oonailn'],
  ['ঢাকা ব্যাংক', 'dhaka-byamk'],
  ['র‍্যাব', 'ryab'],
  ['Магазин', 'magazin'],
  ['متجر', 'mtjr'],
])('the title %s gives the slug %s', async (title, slug) => {
  expect(await readableSlug(title)).toBe(slug);
  expect(slugProblem(slug)).toBeNull();
});

test.each([
  ['', ''],
  ['Farwatch', ''],
  ['Фарватч', 'farvatch'],
  ['状', 'zhuang'],
  ['银'.repeat(40), 'yin-yin-yin-yin-yin-yin-yin-yin-yin-yin'],
])('the title %j gives %j', async (title, slug) => {
  expect(await readableSlug(title)).toBe(slug);
});

test.each([
  ['no letters stand for', '\uE000\uE001\uE002'],
  ['is reserved in Latin letters', 'логин'],
])('a title that %s keeps the slug of its hash', async (_, title) => {
  expect(await readableSlug(title)).toMatch(/^page-[0-9a-z]{6}$/);
});
