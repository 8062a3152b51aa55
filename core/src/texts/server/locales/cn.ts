import type { AutomaticTexts, MailTexts, SummaryTexts } from '../server-texts.ts';

export const mail: MailTexts = {
  testTitle: 'Farwatch 可以向此邮箱发送邮件',
  testText: '这是一封测试邮件。发生故障时，告警会发送到此邮箱。',
  footer: (address) => `此邮箱（${address}）用于接收 Farwatch 账户的告警。`,
  unsubscribe: '退订',
  settings: '设置',
  confirmation: {
    title: '请确认用此邮箱接收告警',
    text: (account) => `Farwatch 账户 ${account} 希望将告警发送到此邮箱。`,
    ignore: '链接在 24 小时内有效。如果这不是您的操作，请忽略此邮件，我们不会再发送其他邮件。',
    button: '确认邮箱',
  },
  receipt: {
    title: 'Farwatch 套餐收据',
    text: '付款已完成，感谢您的支持。',
    order: '订单号',
    plan: '套餐',
    amount: '金额',
    period: '有效期至',
    paidAt: '付款时间',
    button: '打开 Farwatch',
    footer: '您收到此邮件，是因为您的 Farwatch 账户有一笔付款已完成。',
  },
  invitation: {
    title: (inviter) => `${inviter} 邀请您加入 Farwatch`,
    text: (inviter, address) =>
      `您可以加入 ${inviter} 的 Farwatch 账户。请使用 ${address} 登录或注册，然后在“设置 → 账户”中接受邀请。`,
    ends: (expiresAt) => `请在 ${expiresAt} 之前接受邀请。`,
    ignore: '如果您不认识邀请人，请忽略此邮件，不会有任何更改。',
    button: '打开邀请',
    footer: '有人在 Farwatch 中输入了您的邮箱，因此发送此邮件给您。',
  },
  assigned: {
    title: (by, subject) => `${by} 将事件指派给您：${subject}`,
    text: '在指派给其他人之前，该事件由您负责。告警照常发送。',
    footer: '您是某个 Farwatch 账户的成员，因此收到此邮件。',
  },
  handOver: {
    title: (rotation, from) => `您从 ${from} 起值班：${rotation}`,
    text: '如果您无法值班，请在“设置 → 集成 → 值班”中换班或由他人接班。',
    from: '开始',
    until: '结束',
    before: '上一位',
    after: '下一位',
    nobody: '无人',
    button: '打开值班表',
    footer: '您在某个 Farwatch 账户的值班表中，因此收到此邮件。',
  },
  account: {
    footer: '您收到此邮件，是因为它与您的 Farwatch 账户本身有关。',
    when: '时间',
    button: '打开设置',
    which: { label: '账户', own: (name) => `${name}（自己的账户）` },
    passwordChanged: {
      title: '您的密码已更改',
      text: '您的 Farwatch 账户设置或更改了密码，之前的登录已失效。',
      unexpected: '如果不是您本人操作，请立即通过登录页面的链接重设密码，并在设置中撤销您不认识的 API 密钥。',
    },
    closing: {
      title: '您的账户将被删除',
      text: (closesAt) => `您的 Farwatch 账户及其全部数据将于 ${closesAt} 删除。`,
      keep: '在此之前一切照常，您可以在设置中保留账户。如果不是您本人操作，请保留账户并更改密码。',
      monitors: '监控项',
      endpoints: '端点',
      pages: '状态页',
      subscribers: '状态页订阅者',
    },
    kept: { title: '您的账户已保留', text: '您的 Farwatch 账户已取消删除，没有删除任何数据。' },
    deleted: {
      title: '您的账户已删除',
      text: '您的 Farwatch 账户及其监控项、状态页和所有其他数据已删除。这是关于该账户的最后一封邮件。',
    },
    transferred: {
      title: '您已转让账户',
      text: (owner) => `您原来的 Farwatch 账户现归 ${owner} 所有。您是该账户的编辑者，并已在所有设备上退出登录。`,
      own: '登录后会打开您自己的账户，可在菜单顶部切换到另一个账户。',
      unexpected: '如果不是您本人操作，请立即通过登录页面的链接重设密码，并写信给我们。',
    },
    received: {
      title: '您现在拥有一个账户',
      text: (former) => `${former} 将一个 Farwatch 账户转让给您。由您管理其成员、API 密钥、付款，并可注销该账户。`,
      keys: '该账户的 API 密钥仍然有效，请撤销您不认识的密钥。',
      button: '打开账户',
    },
  },
  pages: {
    unsubscribe: (address) => ({
      title: '停止接收邮件告警？',
      text: `Farwatch 将不再向 ${address} 发送告警。之后可以在“设置”中重新启用。`,
      button: '退订',
    }),
    unsubscribed: (address) => ({ title: '已退订', text: `Farwatch 不再向 ${address} 发送告警。` }),
    stopSummaries: (address) => ({
      title: '停止接收邮件摘要？',
      text: `Farwatch 将不再向 ${address} 发送摘要，告警不受影响。之后可以在“设置”中重新启用。`,
      button: '停止发送摘要',
    }),
    stoppedSummaries: (address) => ({
      title: '摘要已停止',
      text: `Farwatch 不再向 ${address} 发送摘要，告警仍会照常发送。`,
    }),
    confirm: (address, account) => ({
      title: '确认此邮箱？',
      text: `Farwatch 账户 ${account} 会将告警发送到 ${address}。`,
      button: '确认邮箱',
    }),
    confirmed: (address) => ({ title: '邮箱已确认', text: `告警将发送到 ${address}。` }),
    outdated: { title: '此链接已不再需要', text: '该渠道已被删除，或已改用其他邮箱。' },
    expired: { title: '此链接已过期', text: '可以在“设置 → 集成”中重新发送。' },
    forged: { title: '此链接无效', text: '请检查链接是否复制完整。' },
    failed: { title: '操作失败', text: '请一分钟后重试。' },
  },
};

export const summary: SummaryTexts = {
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
};

export const automatic: AutomaticTexts = {
  list: (names, more) =>
    `${names.map((name) => `“${name}”`).join('、')}${more > 0 ? `等 ${names.length + more} 项` : ''}`,
  title: (names) => `${names}出现问题`,
  failing: (names) => `我们发现${names}出现问题，正在调查原因。`,
  recovered: (names) => `${names}的问题已经解决。`,
  unmonitored: (names) =>
    names === '' ? '受影响的组件已从此页面移除，本事件已关闭。' : `${names}的监控已停止或变更，本事件已关闭。`,
};
