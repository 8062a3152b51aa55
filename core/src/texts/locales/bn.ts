import { ownDigits } from '../../values/languages.ts';
import type { AlertTexts, CheckErrorTexts, DurationUnits, ReceivedTexts } from './locale-texts.ts';

export const checkErrors: CheckErrorTexts = {
  status: 'সার্ভার ত্রুটির স্ট্যাটাস দিয়েছে',
  statusIs: 'সার্ভার {{status}} স্ট্যাটাস দিয়েছে',
  timeout: 'সময়মতো উত্তর আসেনি',
  dns: 'হোস্টের নাম থেকে ঠিকানা পাওয়া যায়নি',
  refused: 'সংযোগ ফিরিয়ে দেওয়া হয়েছে',
  reset: 'অপর পক্ষ সংযোগ কেটে দিয়েছে',
  unreachable: 'হোস্টে পৌঁছানো যায়নি',
  tls: 'নিরাপদ সংযোগ করা যায়নি',
  certificate: 'সার্টিফিকেটটি বৈধ নয়',
  redirects: 'রিডাইরেক্ট খুব বেশি',
  address: 'ঠিকানাটি প্রাইভেট বা সংরক্ষিত, তাই চেক করা হয় না',
  headers: 'উত্তরের হেডার খুব বড়',
  protocol: 'উত্তরটি প্রটোকল মেনে চলে না',
  network: 'নেটওয়ার্ক কাজ করেনি',
  assertion: 'উত্তরটি প্রত্যাশামতো নয়',
  slow: 'উত্তর আসতে খুব দেরি হয়েছে',
  encoding: 'উত্তরের বডি ডিকোড করা যাচ্ছে না',
  certificateExpired: 'সার্টিফিকেটের মেয়াদ শেষ, অথবা এখনো শুরু হয়নি',
  certificateName: 'সার্টিফিকেটটি অন্য হোস্টের নামে',
  certificateUntrusted: 'সার্টিফিকেটটি বিশ্বস্ত কর্তৃপক্ষের সই করা নয়',
  certificateRevoked: 'সার্টিফিকেটটি বাতিল করা হয়েছে',
  certificatePin: 'যে সার্টিফিকেট থাকার কথা, এটি সেটি নয়',
  text: 'প্রত্যাশিত লেখাটি আসেনি',
  startTls: 'অনুরোধ করলেও সার্ভার TLS শুরু করে না',
  noRecord: 'DNS রেকর্ডটি নেই',
  records: 'DNS রেকর্ড প্রত্যাশামতো নয়',
  dnsServer: 'DNS সার্ভার উত্তর দিতে পারেনি',
  loss: 'অনেকগুলো ইকো অনুরোধের উত্তর আসেনি',
  missedPing: 'সময়মতো পিং আসেনি',
  missedPingSince: '{{since}} থেকে পিং আসেনি',
  jobOverrun: 'জবটি শুরু হয়েছে, কিন্তু সময়মতো শেষ হয়নি',
  jobFailed: 'জবটি ব্যর্থতা জানিয়েছে',
  jobFailedWith: 'জবটি ব্যর্থতা জানিয়েছে (এক্সিট স্ট্যাটাস {{status}})',
  domainExpired: 'ডোমেইনের রেজিস্ট্রেশনের মেয়াদ শেষ',
  expression: 'একটি শর্তের এক্সপ্রেশন এত জটিল যে যাচাই করা যায় না',
  assertionBudget: 'শর্তগুলো যাচাই করতে এক চেকের সীমার চেয়ে বেশি কাজ লাগে',
  insecureRenegotiation: 'সার্ভারের TLS-এ নিরাপদ রিনেগোসিয়েশন নেই (RFC 5746)',
  certificateNoNames: 'সার্টিফিকেটে subjectAltName নেই, শুধু common name আছে, যা ব্রাউজার মানে না',
};

export const received: ReceivedTexts = {
  separator: '; ',
  from: '{{places}} থেকে {{what}}',
  works: '{{places}} থেকে কাজ করছে',
  quote: '{{from}}: “{{text}}”',
  because: '{{from}}: {{text}}',
  body: 'বডি',
  header: '{{name}} হেডার',
  contains: '{{subject}}: “{{value}}” নেই',
  notContains: '{{subject}}: “{{value}}” আছে',
  matches: '{{subject}}: {{value}}-এর সঙ্গে মেলে না',
  equals: '{{subject}}: “{{received}}”, থাকার কথা “{{value}}”',
  notEquals: '{{subject}}: “{{value}}”',
  lessThan: '{{subject}}: {{received}}, {{value}}-এর কম হওয়ার কথা',
  greaterThan: '{{subject}}: {{received}}, {{value}}-এর বেশি হওয়ার কথা',
  exists: '{{subject}}: পাওয়া যায়নি',
  missing: '{{subject}}: পাওয়া যায়নি, থাকার কথা “{{value}}”',
  instead: '{{places}} পেয়েছে “{{text}}”',
  insteadOf: '{{places}} পেয়েছে “{{text}}”, পাওয়ার কথা “{{expected}}”',
  notJson: 'বডিটি JSON নয়',
  cut: '{{text}} (প্রথম ১ MiB-এ, এর বেশি পড়া হয় না)',
  cutJson: 'বডিটি ১ MiB-এর চেয়ে লম্বা, আর এর বেশি পড়া হয় না, তাই JSON হিসেবে পড়া যাচ্ছে না',
};

export const durations: DurationUnits = { d: '\u00a0দিন', h: '\u00a0ঘণ্টা', min: '\u00a0মিনিট', s: '\u00a0সেকেন্ড' };

export const channelTest = '✅ এটি একটি টেস্ট: Farwatch এখানে সতর্কতা পাঠাতে পারছে।';

export const testMessage = '✅ Farwatch এই চ্যাটে বার্তা পাঠাতে পারছে।';

const own = (value: string | number) => ownDigits('bn', value);
/** `count`: the days left, 0 after the end. */
const expiry = (count: number) =>
  count < 1 ? 'মেয়াদ শেষ' : count === 1 ? 'মেয়াদ এক দিনের মধ্যে শেষ হবে' : `মেয়াদ ${own(count)} দিনের মধ্যে শেষ হবে`;
const result = (count: number) => (count === 0 ? 'সব ঠিক ছিল' : `${own(count)}টি বিভ্রাট`);
const endpoints = (count: number) => `${own(count)}টি এন্ডপয়েন্ট`;

export const alerts: AlertTexts = {
  severity: { critical: 'মারাত্মক', major: 'গুরুতর', minor: 'সামান্য', informational: 'তথ্যমূলক' },
  headlines: {
    outage: ({ subject, severity }) => `🔴 ${severity}: ${subject} ডাউন`,
    worse: ({ subject, severity }) => `🔴 ${severity}: ${subject}-এর অবস্থা আরও খারাপ হয়েছে`,
    down_again: ({ subject, severity }) => `🔴 ${severity}: ${subject} কিছুক্ষণ আপ থেকে আবার ডাউন`,
    flapping: ({ subject, severity, count }) =>
      `🔴 ${severity}: ${subject} বারবার আপ-ডাউন হচ্ছে, এ পর্যন্ত ${own(count)}টি বিভ্রাট`,
    reminder: ({ subject, severity, duration }) => `🔴 ${severity}: ${subject} এখনো ডাউন, ${own(duration)} ধরে`,
    partial: ({ subject, severity, places }) => `🟠 ${severity}: ${places} থেকে ${subject} ব্যর্থ হচ্ছে`,
    recovery: ({ subject }) => `🟢 ${subject} আবার আপ হয়েছে`,
    stable: ({ subject, count, duration }) =>
      `🟢 ${subject} আবার আপ হয়েছে ও স্থির আছে: ${own(duration)} সময়ের মধ্যে ${own(count)} বার ডাউন হয়েছে`,
    partial_over: ({ subject }) => `🟢 ${subject} আবার সবখান থেকে কাজ করছে`,
    short_outage: ({ subject, count, duration }) =>
      count > 1
        ? `🟢 ${subject} আবার আপ হয়েছে: ${own(count)} বারে মোট ${own(duration)} ডাউন ছিল`
        : `🟢 ${subject} আবার আপ হয়েছে: ${own(duration)} ডাউন ছিল`,
    short_partial: ({ subject, places, duration }) =>
      `🟢 ${subject} আবার আপ হয়েছে: ${places} থেকে ${own(duration)} ধরে ব্যর্থ হচ্ছিল`,
    certificate: ({ subject, count, isIntermediate }) =>
      `🟡 ${subject}-এর ${isIntermediate ? 'ইন্টারমিডিয়েট ' : ''}সার্টিফিকেটের ${expiry(count)}`,
    domain: ({ subject, count }) => `🟡 ${subject}-এর রেজিস্ট্রেশনের ${expiry(count)}`,
    slow: ({ subject, measured }) => `🟡 ${subject} ধীর: ${measured}`,
    slow_over: ({ subject }) => `🟢 ${subject}-এর গতি আগের মতো হয়েছে`,
    closed: ({ subject }) => `🟢 ${subject}: সতর্কতাটি বন্ধ হয়েছে`,
    coverage_gap: ({ count }) => `⚪ ${endpoints(count)}ের ডেটা নেই`,
    channel_failing: ({ subject }) => `🟠 ${subject} দিয়ে সতর্কতা পৌঁছাচ্ছে না`,
    results_refused: () => '🟠 আপনার চেকের কিছু ফলাফল সংরক্ষণ করা যায়নি',
    domain_changed: ({ subject }) => `🟠 ${subject}-এর রেজিস্ট্রেশন বদলেছে`,
    weekly_summary: ({ subject, count }) => `📊 সাপ্তাহিক সারসংক্ষেপ: ${subject || result(count)}`,
    monthly_summary: ({ subject, count }) => `📊 মাসিক সারসংক্ষেপ: ${subject || result(count)}`,
    coverage_restored: ({ count }) => `🟢 ${endpoints(count)} আবার মনিটর করা হচ্ছে`,
    agent_lost: ({ subject, places }) => `⚪ এজেন্ট ${subject} (${places}) সাড়া দিচ্ছে না`,
    agent_back: ({ subject, places }) => `🟢 এজেন্ট ${subject} (${places}) ফিরে এসেছে`,
    agent_abstaining: ({ subject, places }) => `⚪ এজেন্ট ${subject} (${places}): নেটওয়ার্ক কাজ করছে না`,
    agent_stuck: ({ subject, places }) => `🟠 এজেন্ট ${subject} (${places}): রিপোর্টের কিছু অংশ প্রসেস করা যাচ্ছে না`,
    agents_silent: () => '⚪ বেশির ভাগ এজেন্ট একসঙ্গে সাড়া দেওয়া বন্ধ করেছে',
    location_full: ({ places, count }) => `🟠 ${places}: এজেন্টে আর জায়গা নেই, ${endpoints(count)} অপেক্ষা করছে`,
    location_without_agent: ({ places, count }) => `🟠 ${places} থেকে ${endpoints(count)} কোনো এজেন্ট চেক করছে না`,
    mail_refused: ({ subject }) => `🟠 মেইল সার্ভার স্ট্যাটাস পেজ ${subject}-এর আপডেট নিচ্ছে না`,
    pings_unreachable: () => '🟠 জবের পিং Farwatch-এ পৌঁছাতে পারছে না',
    settings_unreadable: ({ subject }) => `🟠 ${subject} অ্যাকাউন্টের নোটিফিকেশন সেটিংসের কিছু অংশ পড়া যাচ্ছে না`,
    page_reported: ({ subject }) => `🟠 একজন দর্শক স্ট্যাটাস পেজ ${subject}-এর নামে অভিযোগ করেছেন`,
  },
  monitor: 'মনিটর',
  locations: 'লোকেশন',
  reason: 'কারণ',
  received: 'পাওয়া গেছে',
  since: 'শুরু',
  began: 'শুরু হয়েছিল',
  after: 'ডাউন ছিল',
  slowFor: 'ধীর ছিল',
  stableSince: 'স্থির হয়েছে',
  ends: 'মেয়াদ শেষ',
  registrar: 'রেজিস্ট্রার',
  nameServers: 'নেম সার্ভার',
  intermediate: 'ইন্টারমিডিয়েট সার্টিফিকেট',
  issuer: 'প্রদানকারী',
  names: 'নাম',
  openIncident: 'ঘটনা দেখুন',
  openIncidents: 'ঘটনাগুলো দেখুন',
  openApp: 'Farwatch খুলুন',
  stillFailing: 'এখনো যেখান থেকে ব্যর্থ',
  dependents: 'এর ওপর নির্ভরশীল মনিটর',
  endpoints: 'এন্ডপয়েন্ট',
  more: (count) => ` এবং আরও ${own(count)}টি`,
  moreChanges: (count) => `… এবং আরও ${own(count)}টি। সব দেখতে Farwatch খুলুন।`,
  measuredAt: (time, place) => (place === '' ? time : `${place} থেকে ${time}`),
  limit: (time) => `সীমা ${time}`,
  inBrackets: (text) => ` (${text})`,
  milliseconds: (number) => `${number} ms`,
  late: (at) => `এটি ঘটেছে ${at} সময়ে।`,
  digest: (count, monitors) => (monitors ? `${monitors}: ${own(count)}টি পরিবর্তন` : `${own(count)}টি পরিবর্তন:`),
  failingAt: (count, host, severity) => `🔴 ${severity}: ${host}-এর ${endpoints(count)} ব্যর্থ হচ্ছে:`,
  recoveredAt: (count, host) => `🟢 ${host}-এর ${endpoints(count)} আবার আপ হয়েছে:`,
  separator: ', ',
  colon: ': ',
  advice: {
    flapping: 'টানা ৩০\u00a0মিনিট আপ বা ডাউন না থাকা পর্যন্ত এর পরের পরিবর্তনগুলো জানানো হবে না।',
    coverage_gap: 'কোনো এজেন্ট এগুলোর ফলাফল জানাচ্ছে না, তাই বিভ্রাট হলেও ধরা পড়বে না।',
    domain_changed: 'কাজটি আপনার না হলে এখনই রেজিস্ট্রারে আপনার অ্যাকাউন্ট দেখুন।',
    channel_failing: 'সেটিংস → ইন্টিগ্রেশনে চ্যানেলটি দেখুন।',
    results_refused: 'যেখানে সম্ভব সতর্কতা আগের মতোই যাচ্ছে। সমস্যা চলতে থাকলে এই ইনস্টলেশনের পরিচালককে জানান।',
    agent_lost: 'এটি না ফেরা বা অন্য এজেন্ট দায়িত্ব না নেওয়া পর্যন্ত এর এন্ডপয়েন্টগুলোর স্ট্যাটাস জানা যাবে না।',
    agent_abstaining: 'এ সময়ে এর এন্ডপয়েন্টগুলো ডাউন বলে জানানো হবে না। এর নেটওয়ার্ক দেখুন।',
    agent_stuck: 'Farwatch নিজে থেকেই আবার চেষ্টা করছে। বিস্তারিত ফাংশনের লগে আছে।',
    agents_silent: 'Farwatch নিজেই হয়তো কিছুক্ষণ বন্ধ ছিল। কয়েক মিনিট অপেক্ষা করে তবেই এজেন্টগুলোকে হারানো বলে ধরা হবে।',
    location_full: 'সেখানে একটি এজেন্ট যোগ করুন।',
    location_without_agent: 'সেখানে একটি এজেন্ট যোগ করুন, অথবা থেমে থাকা একটি চালু করুন।',
    mail_refused:
      'সার্ভার এক দিনের মধ্যে আবার ইমেইল নিলে সাবস্ক্রাইবাররা আপডেট পাবেন। সার্ভারের উত্তর ফাংশনের লগে আছে: এর সীমা ও প্রেরকের ঠিকানা দেখুন।',
    pings_unreachable:
      'Farwatch নিজের পিং URL থেকেই উত্তর পাচ্ছে না। না পাওয়া পর্যন্ত হার্টবিটের দেরি জানানো হবে না। Hosting ও ping ফাংশন দেখুন।',
    settings_unreadable:
      'সেই অংশে ডিফল্ট মান ব্যবহার হচ্ছে, আর যে চ্যানেলের গন্তব্য পড়া যাচ্ছে না সেটিতে কিছু যাচ্ছে না। ফিল্ডগুলোর নাম ফাংশনের লগে আছে।',
    page_reported: 'Farwatch-এ অভিযোগটি পড়ুন। পেজটি মানুষকে ঠকালে বা ক্ষতি করলে এর প্রকাশ বন্ধ করুন।',
  },
};
