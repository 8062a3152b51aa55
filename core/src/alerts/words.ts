import type { CheckError } from '../checks/check.ts';
import type { AlertKind } from '../documents/alert.ts';
import type { Language } from '../documents/user.ts';
import type { LocationCode } from '../locations.ts';
import type { Severity } from '../status/severity.ts';

/** The subject of a message: an alert's, or a failure that ended before it could be sent. */
export type ToldKind = AlertKind | 'short_outage' | 'short_partial';

/** `subject`: an endpoint's or agent's name, or a location's. `count`: of endpoints. `lasted`: a length of time in words. */
export type HeadlineFacts = { subject: string; severity: string; places: string; count: number; lasted: string };

/** The words of alerts in one language. */
export type AlertWords = {
  severity: Record<Severity, string>;
  headlines: Record<ToldKind, (facts: HeadlineFacts) => string>;
  monitor: string;
  locations: string;
  reason: string;
  since: string;
  after: string;
  ends: string;
  stillFailing: string;
  endpoints: string;
  more: (count: number) => string;
  late: (at: string) => string;
  digest: (count: number) => string;
  separator: string;
  /** The sentence below the headline, for subjects other than an endpoint. */
  advice: Partial<Record<ToldKind, string>>;
};

const endpoints = (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`);

const EN: AlertWords = {
  severity: { critical: 'CRITICAL', major: 'MAJOR', minor: 'MINOR', informational: 'NOTICE' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}: ${subject} is down`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}: ${subject} fails from ${places}`,
    recovery: ({ subject }) => `🟢 ${subject} is up again`,
    short_outage: ({ subject, lasted }) => `🟢 ${subject} is up again: it was down for ${lasted}`,
    short_partial: ({ subject, places, lasted }) => `🟢 ${subject} is up again: it failed from ${places} for ${lasted}`,
    certificate: ({ subject }) => `🟡 ${subject} has a certificate that expires soon`,
    blind: ({ count }) => `⚪ Farwatch cannot see ${endpoints(count)} of yours`,
    sighted: ({ count }) => `🟢 Farwatch sees ${endpoints(count)} of yours again`,
    agent_lost: ({ subject, places }) => `⚪ The agent ${subject} in ${places} is silent`,
    agent_back: ({ subject, places }) => `🟢 The agent ${subject} in ${places} is back`,
    agent_abstaining: ({ subject, places }) => `⚪ The agent ${subject} in ${places} has lost its own network`,
    agent_stuck: ({ subject, places }) =>
      `🟠 A part of what the agent ${subject} in ${places} reported cannot be applied`,
    agents_silent: () => '⚪ Most agents fell silent together',
    location_full: ({ places, count }) => `🟠 The agents in ${places} are full: ${endpoints(count)} wait`,
    location_unwatched: ({ places, count }) => `🟠 Nobody checks ${endpoints(count)} from ${places}`,
  },
  monitor: 'Monitor',
  locations: 'Locations',
  reason: 'Reason',
  since: 'Since',
  after: 'Down for',
  ends: 'Expires',
  stillFailing: 'Still failing from',
  endpoints: 'Endpoints',
  more: (count) => ` and ${count} more`,
  late: (at) => `This message is late: it happened at ${at}.`,
  digest: (count) => `${count} changes:`,
  separator: ', ',
  advice: {
    blind: 'No agent tells anything of them, so an outage would not be noticed now.',
    agent_lost: 'What it checks is not known until it is back or another agent takes over.',
    agent_abstaining: 'Nothing that it checks is called down meanwhile. Look at its network.',
    agent_stuck: 'It is tried again by itself; the logs of the functions say more.',
    agents_silent: 'Farwatch itself may have been away. It waits a few minutes for them before it calls any lost.',
    location_full: 'Add an agent there.',
    location_unwatched: 'Add an agent there, or start one that has stopped.',
  },
};

const CN: AlertWords = {
  severity: { critical: '严重', major: '重大', minor: '轻微', informational: '提示' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}: ${subject} 已宕机`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}: ${subject} 在${places}无法访问`,
    recovery: ({ subject }) => `🟢 ${subject} 已恢复`,
    short_outage: ({ subject, lasted }) => `🟢 ${subject} 已恢复：宕机持续了 ${lasted}`,
    short_partial: ({ subject, places, lasted }) => `🟢 ${subject} 已恢复：在${places}无法访问持续了 ${lasted}`,
    certificate: ({ subject }) => `🟡 ${subject} 的证书即将过期`,
    blind: ({ count }) => `⚪ Farwatch 目前看不到您的 ${count} 个端点`,
    sighted: ({ count }) => `🟢 Farwatch 又能看到您的 ${count} 个端点`,
    agent_lost: ({ subject, places }) => `⚪ ${places}的探针 ${subject} 没有响应`,
    agent_back: ({ subject, places }) => `🟢 ${places}的探针 ${subject} 已恢复`,
    agent_abstaining: ({ subject, places }) => `⚪ ${places}的探针 ${subject} 自身网络中断`,
    agent_stuck: ({ subject, places }) => `🟠 ${places}的探针 ${subject} 的部分报告无法处理`,
    agents_silent: () => '⚪ 大多数探针同时失去响应',
    location_full: ({ places, count }) => `🟠 ${places}的探针已满：${count} 个端点在等待`,
    location_unwatched: ({ places, count }) => `🟠 ${places}有 ${count} 个端点无人检查`,
  },
  monitor: '监控',
  locations: '地点',
  reason: '原因',
  since: '开始时间',
  after: '宕机时长',
  ends: '过期时间',
  stillFailing: '仍无法访问的地点',
  endpoints: '端点',
  more: (count) => ` 等另外 ${count} 个`,
  late: (at) => `此消息延迟送达：事件发生于 ${at}。`,
  digest: (count) => `${count} 项变化：`,
  separator: '、',
  advice: {
    blind: '没有探针报告其状态，因此现在无法发现宕机。',
    agent_lost: '在它恢复或其他探针接手之前，其检查的端点状态未知。',
    agent_abstaining: '在此期间，它检查的端点不会被判定为宕机。请检查其网络。',
    agent_stuck: '系统会自动重试；详情请查看函数日志。',
    agents_silent: '可能是 Farwatch 自身曾不可用。系统会等待几分钟，再判定探针失联。',
    location_full: '请在该地点添加探针。',
    location_unwatched: '请在该地点添加探针，或启动已停止的探针。',
  },
};

export const ALERT_WORDS: Record<Language, AlertWords> = { en: EN, cn: CN };

export const CN_LOCATIONS: Record<LocationCode, string> = { tw: '台湾', th: '泰国', bd: '孟加拉国' };

export const CN_ERRORS: Record<CheckError, string> = {
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
