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
  /** The mail that invites a person to an account. */
  invitation: {
    title: (inviter: string) => string;
    text: (inviter: string, address: string) => string;
    ends: (expiresAt: string) => string;
    ignore: string;
    button: string;
    footer: string;
  };
  /** The mails about the account itself. */
  account: {
    footer: string;
    when: string;
    button: string;
    passwordChanged: { title: string; text: string; unexpected: string };
    closing: {
      title: string;
      text: (closesAt: string) => string;
      keep: string;
      monitors: string;
      endpoints: string;
      pages: string;
      subscribers: string;
    };
    kept: { title: string; text: string };
    deleted: { title: string; text: string };
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
    invitation: {
      title: (inviter) => `${inviter} invites you to Farwatch`,
      text: (inviter, address) =>
        `You can join the Farwatch account of ${inviter}. Sign in or sign up with ${address}, and accept the invitation in Settings → Account.`,
      ends: (expiresAt) => `The invitation can be accepted until ${expiresAt}.`,
      ignore: 'If you did not expect this, ignore this email: nothing happens without you.',
      button: 'Open the invitation',
      footer: 'You get this email because somebody entered your address in Farwatch.',
    },
    account: {
      footer: 'You get this email because it concerns your Farwatch account itself.',
      when: 'When',
      button: 'Open settings',
      passwordChanged: {
        title: 'Your password was changed',
        text: 'The password of your Farwatch account was set or changed. Earlier sign-ins have ended.',
        unexpected:
          'If it was not you, reset the password at once with the link on the sign-in page, and revoke API keys in Settings that you do not know.',
      },
      closing: {
        title: 'Your account will be deleted',
        text: (closesAt) => `Your Farwatch account, with all its data, will be deleted at ${closesAt}.`,
        keep: 'Until then everything goes on, and the account can be kept in Settings. If it was not you, keep it and change your password.',
        monitors: 'Monitors',
        endpoints: 'Endpoints',
        pages: 'Status pages',
        subscribers: 'Subscribers of status pages',
      },
      kept: {
        title: 'Your account is kept',
        text: 'The deletion of your Farwatch account was cancelled. Nothing was deleted.',
      },
      deleted: {
        title: 'Your account was deleted',
        text: 'Your Farwatch account was deleted with its monitors, status pages and all other data. This is the last email about it.',
      },
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
    invitation: {
      title: (inviter) => `${inviter} 邀请您加入 Farwatch`,
      text: (inviter, address) =>
        `您可以加入 ${inviter} 的 Farwatch 账户。请使用 ${address} 登录或注册，然后在“设置 → 账户”中接受邀请。`,
      ends: (expiresAt) => `请在 ${expiresAt} 之前接受邀请。`,
      ignore: '如果您不认识邀请人，请忽略此邮件，不会有任何更改。',
      button: '打开邀请',
      footer: '有人在 Farwatch 中输入了您的邮箱，因此发送此邮件给您。',
    },
    account: {
      footer: '此邮件与您的 Farwatch 账户本身有关，因此发送给您。',
      when: '时间',
      button: '打开设置',
      passwordChanged: {
        title: '您的密码已更改',
        text: '您的 Farwatch 账户设置或更改了密码，之前的登录已失效。',
        unexpected: '如果不是您本人操作，请立即通过登录页面的链接重置密码，并在设置中吊销您不认识的 API 密钥。',
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
      kept: { title: '您的账户已保留', text: '您的 Farwatch 账户的删除已取消，没有删除任何数据。' },
      deleted: {
        title: '您的账户已删除',
        text: '您的 Farwatch 账户及其监控项、状态页和所有其他数据已删除。这是关于该账户的最后一封邮件。',
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
  },
};
