import type { AutomaticTexts, MailTexts, SummaryTexts } from '../server-texts.ts';

export const mail: MailTexts = {
  testTitle: 'Farwatch ส่งอีเมลมาที่ที่อยู่นี้ได้',
  testText: 'นี่คือการทดสอบ การเตือนจะส่งมาที่นี่ทันทีที่มีอะไรล่ม',
  footer: (address) => `การเตือนของบัญชี Farwatch ส่งไปที่ ${address}`,
  unsubscribe: 'เลิกรับอีเมล',
  settings: 'การตั้งค่า',
  confirmation: {
    title: 'ยืนยันอีเมลนี้สำหรับรับการเตือน',
    text: (account) => `บัญชี Farwatch ${account} ต้องการส่งการเตือนมาที่อีเมลนี้`,
    ignore: 'ลิงก์นี้ใช้ได้ 24 ชั่วโมง หากคุณไม่ได้ขอ ไม่ต้องทำอะไรกับอีเมลนี้ เราจะไม่ส่งอะไรถึงคุณอีก',
    button: 'ยืนยันอีเมล',
  },
  receipt: {
    title: 'ใบเสร็จแพ็กเกจ Farwatch ของคุณ',
    text: 'ได้รับการชำระเงินครบแล้ว ขอบคุณที่ใช้บริการ',
    order: 'คำสั่งซื้อ',
    plan: 'แพ็กเกจ',
    amount: 'จำนวนเงิน',
    period: 'ใช้ได้ถึง',
    paidAt: 'ชำระเมื่อ',
    button: 'เปิด Farwatch',
    footer: 'คุณได้รับอีเมลนี้เพราะการชำระเงินของบัญชี Farwatch ของคุณเสร็จสิ้นแล้ว',
  },
  invitation: {
    title: (inviter) => `${inviter} เชิญคุณเข้าร่วม Farwatch`,
    text: (inviter, address) =>
      `คุณเข้าร่วมบัญชี Farwatch ของ ${inviter} ได้ เข้าสู่ระบบหรือสมัครด้วย ${address} แล้วตอบรับคำเชิญใน การตั้งค่า → บัญชี`,
    ends: (expiresAt) => `ตอบรับคำเชิญได้ถึง ${expiresAt}`,
    ignore: 'หากคุณไม่รู้จักผู้เชิญ ไม่ต้องสนใจอีเมลนี้ จะไม่มีอะไรเปลี่ยนแปลง',
    button: 'เปิดคำเชิญ',
    footer: 'คุณได้รับอีเมลนี้เพราะมีคนกรอกที่อยู่อีเมลของคุณใน Farwatch',
  },
  account: {
    footer: 'คุณได้รับอีเมลนี้เพราะเกี่ยวกับบัญชี Farwatch ของคุณโดยตรง',
    when: 'เมื่อ',
    button: 'เปิดการตั้งค่า',
    passwordChanged: {
      title: 'รหัสผ่านของคุณเปลี่ยนแล้ว',
      text: 'รหัสผ่านของบัญชี Farwatch ของคุณถูกตั้งหรือเปลี่ยนแล้ว เบราว์เซอร์และอุปกรณ์ที่เข้าสู่ระบบไว้ก่อนหน้านี้ออกจากระบบแล้ว',
      unexpected: 'หากคุณไม่ได้เป็นผู้เปลี่ยน ให้ตั้งรหัสผ่านใหม่ทันทีด้วยลิงก์ในหน้าเข้าสู่ระบบ และเพิกถอนคีย์ API ที่คุณไม่รู้จักในการตั้งค่า',
    },
    closing: {
      title: 'บัญชีของคุณจะถูกลบ',
      text: (closesAt) => `บัญชี Farwatch ของคุณและข้อมูลทั้งหมดจะถูกลบเมื่อ ${closesAt}`,
      keep: 'ก่อนหน้านั้นทุกอย่างยังทำงานตามปกติ และคุณเก็บบัญชีไว้ได้ในการตั้งค่า หากคุณไม่ได้เป็นผู้สั่งลบ ให้เก็บบัญชีไว้แล้วเปลี่ยนรหัสผ่าน',
      monitors: 'มอนิเตอร์',
      endpoints: 'ปลายทาง',
      pages: 'หน้าสถานะ',
      subscribers: 'ผู้ติดตามหน้าสถานะ',
    },
    kept: {
      title: 'เก็บบัญชีของคุณไว้แล้ว',
      text: 'ยกเลิกการลบบัญชี Farwatch ของคุณแล้ว ไม่มีข้อมูลใดถูกลบ',
    },
    deleted: {
      title: 'ลบบัญชีของคุณแล้ว',
      text: 'บัญชี Farwatch ของคุณถูกลบแล้ว พร้อมมอนิเตอร์ หน้าสถานะ และข้อมูลอื่นทั้งหมด นี่คืออีเมลฉบับสุดท้ายเกี่ยวกับบัญชีนี้',
    },
    transferred: {
      title: 'คุณโอนบัญชีแล้ว',
      text: (owner) => `${owner} เป็นเจ้าของบัญชี Farwatch ที่เคยเป็นของคุณแล้ว คุณเป็นผู้แก้ไขของบัญชีนั้น และถูกออกจากระบบทุกอุปกรณ์`,
      own: 'เมื่อเข้าสู่ระบบ บัญชีของคุณเองจะเปิดขึ้น เลือกอีกบัญชีได้ที่ด้านบนของเมนู',
      unexpected: 'หากคุณไม่ได้เป็นผู้ทำ ให้ตั้งรหัสผ่านใหม่ทันทีด้วยลิงก์ในหน้าเข้าสู่ระบบ แล้วเขียนถึงเรา',
    },
    received: {
      title: 'บัญชีนี้เป็นของคุณแล้ว',
      text: (former) => `${former} โอนบัญชี Farwatch ให้คุณแล้ว คุณจัดการสมาชิก คีย์ API และการชำระเงินของบัญชีนี้ และปิดบัญชีได้`,
      keys: 'คีย์ API ของบัญชียังใช้ได้ เพิกถอนคีย์ที่คุณไม่รู้จัก',
      button: 'เปิดบัญชี',
    },
  },
  pages: {
    unsubscribe: (address) => ({
      title: 'เลิกรับการเตือนทางอีเมลใช่ไหม',
      text: `Farwatch จะไม่ส่งการเตือนไปที่ ${address} อีก คุณเปิดใหม่ได้ในการตั้งค่า`,
      button: 'เลิกรับอีเมล',
    }),
    unsubscribed: (address) => ({
      title: 'เลิกรับอีเมลแล้ว',
      text: `Farwatch จะไม่ส่งการเตือนไปที่ ${address} อีก`,
    }),
    stopSummaries: (address) => ({
      title: 'เลิกรับสรุปทางอีเมลใช่ไหม',
      text: `Farwatch จะไม่ส่งสรุปไปที่ ${address} อีก แต่ยังส่งการเตือนตามเดิม คุณเปิดสรุปใหม่ได้ในการตั้งค่า`,
      button: 'เลิกรับสรุป',
    }),
    stoppedSummaries: (address) => ({
      title: 'ปิดสรุปแล้ว',
      text: `Farwatch จะไม่ส่งสรุปไปที่ ${address} อีก แต่ยังส่งการเตือนตามเดิม`,
    }),
    confirm: (address, account) => ({
      title: 'ยืนยันอีเมลนี้ใช่ไหม',
      text: `บัญชี Farwatch ${account} จะส่งการเตือนไปที่ ${address}`,
      button: 'ยืนยันอีเมล',
    }),
    confirmed: (address) => ({ title: 'ยืนยันอีเมลแล้ว', text: `การเตือนจะส่งไปที่ ${address}` }),
    outdated: {
      title: 'ไม่ต้องใช้ลิงก์นี้แล้ว',
      text: 'ช่องทางนี้ถูกลบไปแล้ว หรือเปลี่ยนไปส่งที่อีเมลอื่น',
    },
    expired: { title: 'ลิงก์นี้หมดอายุแล้ว', text: 'ส่งลิงก์ใหม่ได้จาก การตั้งค่า → การเชื่อมต่อ' },
    forged: { title: 'ลิงก์นี้ไม่ถูกต้อง', text: 'โปรดดูว่าคัดลอกลิงก์มาครบหรือไม่' },
    failed: { title: 'ทำรายการไม่สำเร็จ', text: 'โปรดลองอีกครั้งในหนึ่งนาที' },
  },
};

export const summary: SummaryTexts = {
  comma: ', ',
  semicolon: '; ',
  period: ({ from, to }) => `${from.day} – ${to.date}`,
  uptime: 'อัปไทม์',
  outages: 'เหตุขัดข้อง',
  downtime: 'เวลาที่ล่ม',
  monitors: 'มอนิเตอร์',
  noDowntime: 'ไม่มี',
  nothingKnown: 'ไม่มีข้อมูล',
  someKnown: 'ไม่พบเหตุขัดข้อง แต่บางช่วงไม่มีข้อมูล',
  change: {
    weekly: (points) => `${points} จุดเปอร์เซ็นต์ เทียบกับสัปดาห์ก่อน`,
    monthly: (points) => `${points} จุดเปอร์เซ็นต์ เทียบกับเดือนก่อน`,
  },
  unchanged: { weekly: 'เท่ากับสัปดาห์ก่อน', monthly: 'เท่ากับเดือนก่อน' },
  outageCount: (count) => `เหตุขัดข้อง ${count} ครั้ง`,
  days: { up: 'ปกติ', down: 'เหตุขัดข้อง', unknown: 'ไม่มีข้อมูล', none: 'ไม่ได้เฝ้าดู' },
  longest: 'เหตุขัดข้องที่นานที่สุด',
  slower: { weekly: 'ช้ากว่าสัปดาห์ก่อน', monthly: 'ช้ากว่าเดือนก่อน' },
  slow: 'ปกติ แต่ช้า',
  gaps: 'ไม่มีข้อมูล',
  certificates: 'ใบรับรองและโดเมนที่ใกล้หมดอายุ',
  outage: ({ endpoint, duration, since, isRunning }) =>
    `${endpoint}: ${duration} ตั้งแต่ ${since}${isRunning ? ' ยังไม่สิ้นสุด' : ''}`,
  percentile: ({ name, before, now }) => `${name}: ${before} → ${now} (เปอร์เซ็นไทล์ที่ 95)`,
  named: ({ name, value }) => `${name}: ${value}`,
  more: (count) => `และอีก ${count} มอนิเตอร์`,
  openReport: 'เปิดรายงาน',
  footer: (address) => `สรุปของบัญชี Farwatch ส่งไปที่ ${address}`,
  turnOff: 'เลิกรับสรุป',
};

export const automatic: AutomaticTexts = {
  list: (names, more) => {
    const all = more > 0 ? [...names, `อีก ${more} รายการ`] : [...names];
    const last = all.pop() ?? '';
    return all.length === 0 ? last : `${all.join(', ')} และ ${last}`;
  },
  title: (names) => `พบปัญหากับ ${names}`,
  failing: (names) => `เราพบปัญหากับ ${names} และกำลังหาสาเหตุ`,
  recovered: (names) => `ปัญหาของ ${names} สิ้นสุดแล้ว`,
  unmonitored: (names) =>
    names === '' ? 'บริการที่ได้รับผลกระทบไม่อยู่ในหน้านี้แล้ว จึงปิดเหตุการณ์นี้' : `หยุดหรือเปลี่ยนการเฝ้าดู ${names} จึงปิดเหตุการณ์นี้`,
};
