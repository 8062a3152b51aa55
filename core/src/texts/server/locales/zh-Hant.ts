import type { AutomaticTexts, MailTexts, SummaryTexts } from '../server-texts.ts';

export const mail: MailTexts = {
  testTitle: 'Farwatch 可以寄信到這個地址',
  testText: '這是測試郵件。服務中斷時，警示會立即寄到這裡。',
  footer: (address) => `${address} 用來接收 Farwatch 帳號的警示。`,
  unsubscribe: '取消訂閱',
  settings: '設定',
  confirmation: {
    title: '請確認用這個地址接收警示',
    text: (account) => `Farwatch 帳號 ${account} 要將警示寄到這個地址。`,
    ignore: '連結的有效期為 24 小時。如果不是您本人的操作，請忽略這封郵件，我們不會再寄送其他郵件。',
    button: '確認地址',
  },
  receipt: {
    title: 'Farwatch 方案收據',
    text: '付款已完成，謝謝您。',
    order: '訂單編號',
    plan: '方案',
    amount: '金額',
    period: '有效期限',
    paidAt: '付款時間',
    button: '開啟 Farwatch',
    footer: '您的 Farwatch 帳號有一筆付款已完成，因此收到這封郵件。',
  },
  invitation: {
    title: (inviter) => `${inviter} 邀請您加入 Farwatch`,
    text: (inviter, address) =>
      `您可以加入 ${inviter} 的 Farwatch 帳號。請使用 ${address} 登入或註冊，然後在「設定 → 帳號」中接受邀請。`,
    ends: (expiresAt) => `請在 ${expiresAt} 之前接受邀請。`,
    ignore: '如果您不認識邀請人，請忽略這封郵件，不會有任何變更。',
    button: '開啟邀請',
    footer: '有人在 Farwatch 中輸入了您的電子郵件地址，因此寄送這封郵件給您。',
  },
  assigned: {
    title: (by, subject) => `${by} 將事件指派給您：${subject}`,
    text: '在指派給其他人之前，這個事件由您負責。警報照常傳送。',
    footer: '您是某個 Farwatch 帳號的成員，因此收到這封郵件。',
  },
  handOver: {
    title: (rotation, from) => `您從 ${from} 起值班：${rotation}`,
    text: '如果您無法值班，請在「設定 → 整合 → 值班」中換班或由他人接班。',
    from: '開始',
    until: '結束',
    before: '上一位',
    after: '下一位',
    nobody: '無人',
    button: '開啟輪值表',
    footer: '您在某個 Farwatch 帳號的輪值表中，因此收到這封郵件。',
  },
  account: {
    footer: '這封郵件與您的 Farwatch 帳號本身有關，因此寄給您。',
    when: '時間',
    button: '開啟設定',
    which: { label: '帳號', own: (name) => `${name}（自己的帳號）` },
    passwordChanged: {
      title: '您的密碼已變更',
      text: '您的 Farwatch 帳號設定或變更了密碼，先前的登入都已失效。',
      unexpected: '如果不是您本人的操作，請立即用登入頁面的連結重設密碼，並在「設定」中撤銷您不認得的 API 金鑰。',
    },
    closing: {
      title: '您的帳號即將刪除',
      text: (closesAt) => `您的 Farwatch 帳號及所有資料將於 ${closesAt} 刪除。`,
      keep: '在那之前一切照常運作，您可以在「設定」中保留帳號。如果不是您本人的操作，請保留帳號並變更密碼。',
      monitors: '監控項目',
      endpoints: '端點',
      pages: '狀態頁面',
      subscribers: '狀態頁面的訂閱者',
    },
    kept: { title: '您的帳號已保留', text: '您的 Farwatch 帳號已取消刪除，沒有刪除任何資料。' },
    deleted: {
      title: '您的帳號已刪除',
      text: '您的 Farwatch 帳號及其監控項目、狀態頁面和所有其他資料都已刪除。這是關於這個帳號的最後一封郵件。',
    },
    transferred: {
      title: '您已轉讓帳號',
      text: (owner) => `您原本的 Farwatch 帳號現在屬於 ${owner}。您是該帳號的編輯者，並已在所有裝置上登出。`,
      own: '登入後會開啟您自己的帳號，可在選單頂端切換到另一個帳號。',
      unexpected: '如果不是您本人的操作，請立即用登入頁面的連結重設密碼，並寫信給我們。',
    },
    received: {
      title: '您現在擁有一個帳號',
      text: (former) => `${former} 將一個 Farwatch 帳號轉讓給您。由您管理其成員、API 金鑰和付款，也可以關閉該帳號。`,
      keys: '該帳號的 API 金鑰仍然有效，請撤銷您不認得的金鑰。',
      button: '開啟帳號',
    },
  },
  pages: {
    unsubscribe: (address) => ({
      title: '要停止接收警示郵件嗎？',
      text: `Farwatch 將不再寄送警示到 ${address}。之後可以在「設定」中重新開啟。`,
      button: '取消訂閱',
    }),
    unsubscribed: (address) => ({ title: '已取消訂閱', text: `Farwatch 不再寄送警示到 ${address}。` }),
    stopSummaries: (address) => ({
      title: '要停止接收摘要郵件嗎？',
      text: `Farwatch 將不再寄送摘要到 ${address}，警示不受影響。之後可以在「設定」中重新開啟。`,
      button: '停止寄送摘要',
    }),
    stoppedSummaries: (address) => ({
      title: '摘要已停止',
      text: `Farwatch 不再寄送摘要到 ${address}，警示仍會照常寄送。`,
    }),
    confirm: (address, account) => ({
      title: '要確認這個地址嗎？',
      text: `Farwatch 帳號 ${account} 會將警示寄到 ${address}。`,
      button: '確認地址',
    }),
    confirmed: (address) => ({ title: '地址已確認', text: `警示會寄到 ${address}。` }),
    outdated: { title: '已不需要這個連結', text: '通知管道已移除，或已改用其他地址。' },
    expired: { title: '這個連結已過期', text: '可以到「設定 → 整合」重新寄送。' },
    forged: { title: '這個連結無效', text: '請確認已複製完整的連結。' },
    failed: { title: '操作失敗', text: '請等一分鐘再試。' },
  },
};

export const summary: SummaryTexts = {
  comma: '，',
  semicolon: '；',
  period: ({ from, to }) => `${from.date} – ${to.day}`,
  uptime: '正常運作時間',
  outages: '中斷次數',
  downtime: '中斷時間',
  monitors: '監控項目',
  noDowntime: '無',
  nothingKnown: '沒有資料',
  someKnown: '未發現中斷，部分時間沒有資料',
  change: {
    weekly: (points) => `較前一週 ${points} 個百分點`,
    monthly: (points) => `較前一個月 ${points} 個百分點`,
  },
  unchanged: { weekly: '與前一週相同', monthly: '與前一個月相同' },
  outageCount: (count) => `中斷 ${count} 次`,
  days: { up: '正常', down: '中斷', unknown: '沒有資料', none: '未監控' },
  longest: '持續最久的中斷',
  slower: { weekly: '比前一週慢', monthly: '比前一個月慢' },
  slow: '正常，但回應緩慢',
  gaps: '沒有資料',
  certificates: '即將到期的憑證和網域',
  outage: ({ endpoint, duration, since, isRunning }) =>
    `${endpoint}：${duration}，開始於 ${since}${isRunning ? '，尚未恢復' : ''}`,
  percentile: ({ name, before, now }) => `${name}：${before} → ${now}（第 95 百分位數）`,
  named: ({ name, value }) => `${name}：${value}`,
  more: (count) => `還有 ${count} 個監控項目`,
  openReport: '開啟報告',
  footer: (address) => `${address} 用來接收 Farwatch 帳號的摘要。`,
  turnOff: '停止寄送摘要',
};

export const automatic: AutomaticTexts = {
  list: (names, more) =>
    `${names.map((name) => `「${name}」`).join('、')}${more > 0 ? `等 ${names.length + more} 項` : ''}`,
  title: (names) => `${names}發生問題`,
  failing: (names) => `我們發現${names}發生問題，正在調查原因。`,
  recovered: (names) => `${names}的問題已經解決。`,
  unmonitored: (names) =>
    names === ''
      ? '受影響的元件已不在這個頁面上，因此這個事件已結束。'
      : `${names}的監控已停止或變更，因此這個事件已結束。`,
};
