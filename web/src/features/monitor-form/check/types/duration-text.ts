import { latinDigits } from '@farwatch/core/values/languages';

const UNITS: readonly (readonly [sec: number, text: string, names: RegExp])[] = [
  [86_400, 'd', /^(d|days?|天|日|วัน|দিন)$/i],
  [3600, 'h', /^(h|hours?|小时|时|小時|時|ชั่วโมง|ชม\.?|ঘণ্টা)$/i],
  [60, 'min', /^(m|min|minutes?|分钟|分|分鐘|นาที|মিনিট)$/i],
  [1, 's', /^(s|sec|seconds?|秒|วินาที|সেকেন্ড)$/i],
];

/** A number of seconds as text that can be edited, such as `1 h 30 min`. */
export function durationText(lengthSec: number): string {
  let restSec = lengthSec;
  const parts = UNITS.flatMap(([sec, text]) => {
    const count = Math.floor(restSec / sec);
    restSec -= count * sec;
    return count > 0 ? [`${count} ${text}`] : [];
  });
  return parts.join(' ');
}

/** The seconds of a text such as `1 h 30 min`, `10m`, `2 天` or `২ দিন`; NaN for anything else. */
export function parseDuration(text: string): number {
  const latin = latinDigits(text.trim().normalize());
  const parts = [...latin.matchAll(/(\d+)\s*([\p{L}\p{M}]+\.?)\s*|(.)/gu)];
  const seconds = parts.map(([, count = '', name = '']) => {
    const unit = UNITS.find(([, , names]) => names.test(name));
    return unit ? Number(count) * unit[0] : Number.NaN;
  });
  return seconds.length === 0 ? Number.NaN : seconds.reduce((sum, each) => sum + each, 0);
}
