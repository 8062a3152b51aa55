import type { Language } from '../values/languages.ts';

/** A page that a link in a mail opens. `button` is absent from a page that only shows a result. */
type PageTexts = { title: string; text: string; button?: string };

/** The texts around messages in mails, and those of the pages that links in mails open, in one language. */
export type MailTexts = {
  testTitle: string;
  testText: string;
  footer: (address: string) => string;
  unsubscribe: string;
  settings: string;
  confirmation: {
    title: string;
    text: (account: string) => string;
    ignore: string;
    button: string;
  };
  /** The mail about a payment that is finished. */
  receipt: {
    title: string;
    text: string;
    order: string;
    plan: string;
    amount: string;
    period: string;
    paidAt: string;
    button: string;
    footer: string;
  };
  pages: {
    unsubscribe: (address: string) => PageTexts;
    unsubscribed: (address: string) => PageTexts;
    stopSummaries: (address: string) => PageTexts;
    stoppedSummaries: (address: string) => PageTexts;
    confirm: (address: string, account: string) => PageTexts;
    confirmed: (address: string) => PageTexts;
    /** The channel of the link was removed, or sends to another address now. */
    outdated: PageTexts;
    expired: PageTexts;
    forged: PageTexts;
    failed: PageTexts;
  };
};

/** The texts by language. They are not among the locale files, which browsers load. */
export const MAIL_TEXTS: Record<Language, MailTexts> = {
  en: {
    testTitle: 'Farwatch can send email to this address',
    testText: 'This is a test. Alerts arrive here as soon as something is down.',
    footer: (address) => `The alerts of a Farwatch account are sent to ${address}.`,
    unsubscribe: 'Unsubscribe',
    settings: 'Settings',
    confirmation: {
      title: 'Confirm this address for alerts',
      text: (account) => `The Farwatch account ${account} wants to send its alerts to this address.`,
      ignore: 'The link works for 24 hours. If you did not expect this, ignore this email: nothing else will be sent.',
      button: 'Confirm address',
    },
    receipt: {
      title: 'Receipt for your Farwatch plan',
      text: 'Your payment is complete. Thank you.',
      order: 'Order',
      plan: 'Plan',
      amount: 'Amount',
      period: 'Paid until',
      paidAt: 'Paid',
      button: 'Open Farwatch',
      footer: 'You get this email because a payment for your Farwatch account was finished.',
    },
    pages: {
      unsubscribe: (address) => ({
        title: 'Stop alerts by email?',
        text: `Farwatch will no longer send alerts to ${address}. They can be switched on again in Settings.`,
        button: 'Unsubscribe',
      }),
      unsubscribed: (address) => ({
        title: 'Unsubscribed',
        text: `Farwatch no longer sends alerts to ${address}.`,
      }),
      stopSummaries: (address) => ({
        title: 'Stop summaries by email?',
        text: `Farwatch will no longer send summaries to ${address}. Alerts are not affected. Summaries can be switched on again in Settings.`,
        button: 'Stop summaries',
      }),
      stoppedSummaries: (address) => ({
        title: 'Summaries are off',
        text: `Farwatch no longer sends summaries to ${address}. Alerts are still sent.`,
      }),
      confirm: (address, account) => ({
        title: 'Confirm this address?',
        text: `The Farwatch account ${account} will send its alerts to ${address}.`,
        button: 'Confirm address',
      }),
      confirmed: (address) => ({ title: 'Address confirmed', text: `Alerts will be sent to ${address}.` }),
      outdated: {
        title: 'This link is no longer needed',
        text: 'The channel was removed, or it sends to another address now.',
      },
      expired: { title: 'This link has expired', text: 'A new one can be sent from Settings → Integrations.' },
      forged: { title: 'This link is not valid', text: 'Check that the whole link was copied.' },
      failed: { title: 'That did not work', text: 'Please try again in a minute.' },
    },
  },
  cn: {
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
      footer: '您的 Farwatch 账户有一笔付款已完成，因此收到此邮件。',
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
  },
};
