type Step = { title: string; lines: readonly string[] };

/**
 * The guide of spec 2. It is Chinese in every language (design 10): not a translation, so it stands here once instead of
 * twice in the locales.
 */
export const GUIDE: readonly Step[] = [
  {
    title: '创建机器人',
    lines: [
      '在 Telegram 中搜索 @BotFather 并打开聊天，发送 /newbot。',
      '按提示输入机器人的名称和用户名（用户名须以 bot 结尾）。',
      '复制 BotFather 返回的 Bot Token（格式类似 123456789:AAE4xk…），填入上方的 Bot Token。请勿泄露给他人。',
    ],
  },
  {
    title: '开始聊天',
    lines: [
      '打开您的机器人的聊天，点击“开始”（Start），或向它发送任意消息。',
      '如需发送到群组，请先将机器人加入群组，再在群组中发送一条消息。',
      '必须先开始聊天，否则测试时会出现“chat not found”错误。',
    ],
  },
  {
    title: '查找 Chat ID',
    lines: [
      '在浏览器中打开 https://api.telegram.org/bot<您的 Bot Token>/getUpdates，找到 "chat":{"id": …}，其中的数字就是 Chat ID。',
      '如果结果为空，请再向机器人发送一条消息，然后刷新页面。',
      '群组的 Chat ID 以负号（-）开头，填写时请保留负号。',
    ],
  },
  {
    title: '测试',
    lines: [
      '填好 Bot Token 和 Chat ID 后，点击上方的测试按钮。',
      '聊天中收到测试消息，即表示连接成功。最后开启警报并保存。',
    ],
  },
];
