import type { AlertTexts, CheckErrorTexts, DurationUnits, ReceivedTexts } from './locale-texts.ts';

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
  network: '网络错误',
  assertion: '响应不符合预期',
  slow: '响应时间过长',
  encoding: '无法解码响应内容',
  certificateExpired: '证书已过期或尚未生效',
  certificateName: '证书与主机名不符',
  certificateUntrusted: '证书不是由受信任的机构签发',
  certificateRevoked: '证书已被吊销',
  certificatePin: '证书与指定的证书不一致',
};

export const received: ReceivedTexts = {
  separator: '；',
  from: '{{places}} {{what}}',
  works: '{{places}}正常',
  quote: '{{from}}：“{{text}}”',
  because: '{{from}}：{{text}}',
  body: '响应内容',
  header: '响应头 {{name}}',
  contains: '{{subject}} 不包含“{{value}}”',
  notContains: '{{subject}} 包含“{{value}}”',
  matches: '{{subject}} 不匹配 {{value}}',
  equals: '{{subject}} 为“{{received}}”，应为“{{value}}”',
  notEquals: '{{subject}} 为“{{value}}”',
  lessThan: '{{subject}} 为 {{received}}，应小于 {{value}}',
  greaterThan: '{{subject}} 为 {{received}}，应大于 {{value}}',
  exists: '{{subject}} 不存在',
  missing: '{{subject}} 不存在，应为“{{value}}”',
};

const result = (count: number) => (count === 0 ? '一切正常' : `${count} 次故障`);
const daysLeft = (count: number) => (count < 1 ? '即将' : count === 1 ? '将在一天内' : `将在 ${count} 天后`);

export const durations: DurationUnits = { d: ' 天', h: ' 小时', min: ' 分钟', s: ' 秒' };

export const testMessage = '✅ Farwatch 可以向此聊天发送消息。';

export const alerts: AlertTexts = {
  severity: { critical: '严重', major: '重大', minor: '轻微', informational: '提示' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}：${subject} 发生故障`,
    worse: ({ subject, severity }) => `🔴 ${severity}：${subject} 的故障加重`,
    down_again: ({ subject, severity }) => `🔴 ${severity}：${subject} 短暂恢复后再次发生故障`,
    reminder: ({ subject, severity, duration }) => `🔴 ${severity}：${subject} 的故障仍未恢复，已持续 ${duration}`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}：${subject} 在${places}无法访问`,
    recovery: ({ subject }) => `🟢 ${subject} 已恢复`,
    partial_over: ({ subject }) => `🟢 ${subject} 已可从所有地点访问`,
    short_outage: ({ subject, count, duration }) =>
      count > 1
        ? `🟢 ${subject} 已恢复：共发生 ${count} 次故障，合计 ${duration}`
        : `🟢 ${subject} 已恢复：故障持续 ${duration}`,
    short_partial: ({ subject, places, duration }) => `🟢 ${subject} 已恢复：曾在${places}无法访问，持续 ${duration}`,
    certificate: ({ subject, count }) => `🟡 ${subject} 的证书${daysLeft(count)}过期`,
    coverage_gap: ({ count }) => `⚪ ${count} 个端点暂无监控数据`,
    channel_failing: ({ subject }) => `🟠 告警无法通过 ${subject} 送达`,
    weekly_summary: ({ subject, count }) => `📊 每周摘要：${subject || result(count)}`,
    monthly_summary: ({ subject, count }) => `📊 每月摘要：${subject || result(count)}`,
    coverage_restored: ({ count }) => `🟢 ${count} 个端点已恢复监控`,
    agent_lost: ({ subject, places }) => `⚪ ${places}的探针 ${subject} 没有响应`,
    agent_back: ({ subject, places }) => `🟢 ${places}的探针 ${subject} 已恢复`,
    agent_abstaining: ({ subject, places }) => `⚪ ${places}的探针 ${subject} 自身网络不可用`,
    agent_stuck: ({ subject, places }) => `🟠 ${places}的探针 ${subject} 的部分报告无法处理`,
    agents_silent: () => '⚪ 大多数探针同时失去响应',
    location_full: ({ places, count }) => `🟠 ${places}的探针容量已满：${count} 个端点等待分配`,
    location_without_agent: ({ places, count }) => `🟠 ${places}有 ${count} 个端点没有探针检查`,
    page_reported: ({ subject }) => `🟠 有访客举报了状态页 ${subject}`,
  },
  monitor: '监控',
  locations: '地点',
  reason: '原因',
  received: '收到的响应',
  since: '开始时间',
  after: '故障时长',
  ends: '过期时间',
  issuer: '签发者',
  names: '域名',
  openIncident: '查看事件',
  openApp: '打开 Farwatch',
  stillFailing: '仍无法访问的地点',
  endpoints: '端点',
  more: (count) => `，另有 ${count} 个`,
  late: (at) => `发生时间：${at}。`,
  digest: (count) => `${count} 项变化：`,
  separator: '、',
  colon: '：',
  advice: {
    coverage_gap: '没有探针上报这些端点的检查结果，目前无法发现故障。',
    channel_failing: '请在“设置 → 集成”中检查该渠道。',
    agent_lost: '在其恢复或由其他探针接手之前，相关端点的状态未知。',
    agent_abstaining: '在此期间，其检查的端点不会被判定为故障。请检查其网络。',
    agent_stuck: 'Farwatch 会自动重试，详情请查看函数日志。',
    agents_silent: '可能是 Farwatch 自身曾不可用。Farwatch 会等待几分钟，再判定探针失联。',
    location_full: '请在该地点添加探针。',
    location_without_agent: '请在该地点添加探针，或启动已停止的探针。',
    page_reported: '请在 Farwatch 中查看举报内容；如果页面存在欺诈或危害，请将其下线。',
  },
};
