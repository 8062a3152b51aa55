import { type CheckError, errorMessage } from '../checks/check.ts';
import { clip } from '../clip.ts';
import type { Alert } from '../documents/alert.ts';
import type { Language } from '../documents/user.ts';
import { ALERT } from '../limits.ts';
import { LOCATION_NAMES, type LocationCode } from '../locations.ts';
import type { Severity } from '../status/severity.ts';
import { durationText, momentText } from './durations.ts';

type Told = Pick<Alert, 'kind' | 'severity' | 'values'>;

const DIGEST_NAME_LENGTH = 80;

const CN_LOCATIONS: Record<LocationCode, string> = { tw: '台湾', th: '泰国', bd: '孟加拉国' };

const CN_ERRORS: Record<CheckError, string> = {
  status: '服务器返回错误状态',
  timeout: '未在规定时间内响应',
  dns: '无法解析域名',
  refused: '连接被拒绝',
  reset: '连接被对方关闭',
  unreachable: '无法到达主机',
  tls: '安全连接失败',
  certificate: '证书无效',
  redirects: '重定向次数过多',
  address: '地址为私有或保留地址，不予检查',
  headers: '响应头过大',
  protocol: '响应不是有效的 HTTP',
  network: '网络故障',
};

const WORDS = {
  en: {
    severity: { critical: 'CRITICAL', major: 'MAJOR', minor: 'MINOR', informational: 'NOTICE' } satisfies Record<
      Severity,
      string
    >,
    down: 'is down',
    up: 'is up again',
    certificate: 'has a certificate that expires soon',
    monitor: 'Monitor',
    locations: 'Locations',
    reason: 'Reason',
    since: 'Since',
    after: 'Down for',
    ends: 'Expires',
    late: (at: string) => `This message is late: it happened at ${at}.`,
    digest: (count: number) => `${count} changes:`,
    separator: ', ',
  },
  cn: {
    severity: { critical: '严重', major: '重大', minor: '轻微', informational: '提示' } satisfies Record<
      Severity,
      string
    >,
    down: '已宕机',
    up: '已恢复',
    certificate: '的证书即将过期',
    monitor: '监控',
    locations: '地点',
    reason: '原因',
    since: '开始时间',
    after: '宕机时长',
    ends: '过期时间',
    late: (at: string) => `此消息延迟送达：事件发生于 ${at}。`,
    digest: (count: number) => `${count} 项变化：`,
    separator: '、',
  },
};

/** The plain text of one alert in the owner's language; more than an hour late it says when it happened (design 6). */
export function alertText(alert: Told, language: Language, nowMs: number): string {
  const words = WORDS[language];
  const { values } = alert;
  const lines = [headline(alert, values.endpoint, language), values.url, `${words.monitor}: ${values.monitor}`];
  if (values.locations.length > 0) lines.push(`${words.locations}: ${locationsText(values.locations, language)}`);
  lines.push(...particulars(alert, language));
  if (nowMs - values.occurredAt > ALERT.lateAfterMs) lines.push(words.late(momentText(values.occurredAt)));
  return lines.join('\n');
}

/**
 * Several alerts in one message, a line each, for a chat with more than five due (design 6). Long names are cut short:
 * as many as go out together always fit the 4,096 characters that Telegram takes.
 */
export function digestText(alerts: readonly Told[], language: Language): string {
  const lines = alerts.map((alert) => {
    const { endpoint } = alert.values;
    const name = endpoint.length > DIGEST_NAME_LENGTH ? `${clip(endpoint, DIGEST_NAME_LENGTH)}…` : endpoint;
    return `${headline(alert, name, language)} (${momentText(alert.values.occurredAt)})`;
  });
  return [WORDS[language].digest(alerts.length), ...lines].join('\n');
}

function headline({ kind, severity }: Told, name: string, language: Language): string {
  const words = WORDS[language];
  if (kind === 'recovery') return `🟢 ${name} ${words.up}`;
  if (kind === 'certificate') return `🟡 ${name} ${words.certificate}`;
  const mark = severity === 'minor' ? '🟠' : '🔴';
  return `${mark} ${words.severity[severity]}: ${name} ${words.down}`;
}

function particulars({ kind, values }: Told, language: Language): string[] {
  const words = WORDS[language];
  if (kind === 'recovery')
    return values.durationMs === null ? [] : [`${words.after}: ${durationText(values.durationMs, language)}`];
  if (kind === 'certificate')
    return values.certificateEndsAt === null ? [] : [`${words.ends}: ${momentText(values.certificateEndsAt)}`];
  const reason = reasonText(values.error, values.statusCode, language);
  return [
    ...(reason === null ? [] : [`${words.reason}: ${reason}`]),
    `${words.since}: ${momentText(values.occurredAt)}`,
  ];
}

function reasonText(error: CheckError | null, statusCode: number | null, language: Language): string | null {
  if (language === 'en' || error === null) return errorMessage(error, statusCode);
  return error === 'status' && statusCode !== null ? `服务器返回状态 ${statusCode}` : CN_ERRORS[error];
}

function locationsText(codes: readonly LocationCode[], language: Language): string {
  const names = language === 'cn' ? CN_LOCATIONS : LOCATION_NAMES;
  return codes.map((code) => names[code]).join(WORDS[language].separator);
}
