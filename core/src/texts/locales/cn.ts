import type { AlertTexts } from './alert-texts.ts';
import type { CheckErrorTexts, DurationUnits } from './locale-texts.ts';

export const checkErrors: CheckErrorTexts = {
  status: '服务器返回错误状态码',
  statusIs: '服务器返回状态码 {{status}}',
  timeout: '响应超时',
  dns: '无法解析主机名',
  refused: '连接被拒绝',
  reset: '连接被对方关闭',
  unreachable: '无法访问该主机',
  tls: '安全连接失败',
  certificate: '证书无效',
  redirects: '重定向次数过多',
  address: '该地址为私有或保留地址，不予检查',
  headers: '响应头过大',
  protocol: '响应不符合协议',
  network: '网络故障',
};

export const durations: DurationUnits = { d: ' 天', h: ' 小时', min: ' 分钟', s: ' 秒' };

export const testMessage = '✅ Farwatch 可以向此聊天发送消息。';

export const alerts: AlertTexts = {
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
