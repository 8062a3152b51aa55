import type { Language } from '../../values/languages.ts';
import type { SummaryDay } from '../../values/summary/summary.ts';
import type { SummaryKind } from '../../values/summary/summary-plan.ts';

/** The texts of summaries in one language. Texts by kind name the period before. */
export type SummaryTexts = {
  comma: string;
  semicolon: string;
  /** Days of a week: one of them with its year. */
  period: (values: Record<'from' | 'to', { day: string; date: string }>) => string;
  uptime: string;
  outages: string;
  downtime: string;
  monitors: string;
  noDowntime: string;
  /** In the title if nothing is known. */
  nothingKnown: string;
  /** In the title if there was no outage while something was known, which was not all the time. */
  someKnown: string;
  change: Record<SummaryKind, (points: string) => string>;
  unchanged: Record<SummaryKind, string>;
  outageCount: (count: number) => string;
  days: Record<SummaryDay, string>;
  longest: string;
  slower: Record<SummaryKind, string>;
  slow: string;
  gaps: string;
  certificates: string;
  outage: (values: { endpoint: string; duration: string; since: string; isRunning: boolean }) => string;
  percentile: (values: { name: string; before: string; now: string }) => string;
  named: (values: { name: string; value: string }) => string;
  more: (count: number) => string;
  openReport: string;
  /** The small print of a mail. */
  footer: (address: string) => string;
  turnOff: string;
};

/** The texts by language. They are not among the locale files, which browsers load. */
export const SUMMARY_TEXTS: Record<Language, SummaryTexts> = {
  en: {
    comma: ', ',
    semicolon: '; ',
    period: ({ from, to }) => `${from.day} – ${to.date}`,
    uptime: 'Uptime',
    outages: 'Outages',
    downtime: 'Downtime',
    monitors: 'Monitors',
    noDowntime: 'none',
    /** The title if nothing is known. */
    nothingKnown: 'no data',
    someKnown: 'no outage seen, some time without data',
    change: {
      weekly: (points) => `${points} points on the week before`,
      monthly: (points) => `${points} points on the month before`,
    },
    unchanged: { weekly: 'same as the week before', monthly: 'same as the month before' },
    outageCount: (count) => (count === 1 ? '1 outage' : `${count} outages`),
    days: { up: 'up', down: 'outage', unknown: 'no data', none: 'not monitored' },
    longest: 'Longest outages',
    slower: { weekly: 'Slower than the week before', monthly: 'Slower than the month before' },
    slow: 'Up, but slow',
    gaps: 'No data',
    certificates: 'Certificates and domains that expire soon',
    outage: ({ endpoint, duration, since, isRunning }) =>
      `${endpoint}: ${duration}, since ${since}${isRunning ? ', not over yet' : ''}`,
    percentile: ({ name, before, now }) => `${name}: ${before} → ${now} (95th percentile)`,
    named: ({ name, value }) => `${name}: ${value}`,
    more: (count) => (count === 1 ? 'and 1 more monitor' : `and ${count} more monitors`),
    openReport: 'Open report',
    footer: (address) => `The summaries of a Farwatch account are sent to ${address}.`,
    turnOff: 'Stop summaries',
  },
  cn: {
    comma: '，',
    semicolon: '；',
    period: ({ from, to }) => `${from.date} – ${to.day}`,
    uptime: '可用率',
    outages: '故障',
    downtime: '故障时长',
    monitors: '监控项',
    noDowntime: '无',
    nothingKnown: '无数据',
    someKnown: '未发现故障，部分时间无数据',
    change: {
      weekly: (points) => `较前一周 ${points} 个百分点`,
      monthly: (points) => `较前一个月 ${points} 个百分点`,
    },
    unchanged: { weekly: '与前一周持平', monthly: '与前一个月持平' },
    outageCount: (count) => `${count} 次故障`,
    days: { up: '正常', down: '故障', unknown: '无数据', none: '未监控' },
    longest: '持续最久的故障',
    slower: { weekly: '比前一周变慢', monthly: '比前一个月变慢' },
    slow: '可用但响应缓慢',
    gaps: '无数据',
    certificates: '即将过期的证书和域名',
    outage: ({ endpoint, duration, since, isRunning }) =>
      `${endpoint}：${duration}，开始于 ${since}${isRunning ? '，尚未恢复' : ''}`,
    percentile: ({ name, before, now }) => `${name}：${before} → ${now}（第 95 百分位）`,
    named: ({ name, value }) => `${name}：${value}`,
    more: (count) => `另有 ${count} 个监控项`,
    openReport: '查看报告',
    footer: (address) => `此邮箱（${address}）用于接收 Farwatch 账户的摘要。`,
    turnOff: '停止发送摘要',
  },
};
