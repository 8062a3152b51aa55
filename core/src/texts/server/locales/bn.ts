import { ownDigits } from '../../../values/languages.ts';
import type { AutomaticTexts, MailTexts, SummaryTexts } from '../server-texts.ts';

const own = (value: string | number) => ownDigits('bn', value);

export const mail: MailTexts = {
  testTitle: 'Farwatch এই ঠিকানায় ইমেইল পাঠাতে পারছে',
  testText: 'এটি একটি টেস্ট। কিছু ডাউন হলেই সতর্কতা এখানে আসবে।',
  footer: (address) => `একটি Farwatch অ্যাকাউন্টের সতর্কতা ${address} ঠিকানায় পাঠানো হয়।`,
  unsubscribe: 'আনসাবস্ক্রাইব করুন',
  settings: 'সেটিংস',
  confirmation: {
    title: 'সতর্কতার জন্য এই ঠিকানা নিশ্চিত করুন',
    text: (account) => `Farwatch অ্যাকাউন্ট ${account} এই ঠিকানায় সতর্কতা পাঠাতে চায়।`,
    ignore: 'লিংকটি ২৪\u00a0ঘণ্টা কাজ করবে। এটি আপনি না চাইলে ইমেইলটি উপেক্ষা করুন: আর কিছু পাঠানো হবে না।',
    button: 'ঠিকানা নিশ্চিত করুন',
  },
  receipt: {
    title: 'আপনার Farwatch প্ল্যানের রসিদ',
    text: 'আপনার পেমেন্ট সম্পন্ন হয়েছে। ধন্যবাদ।',
    order: 'অর্ডার',
    plan: 'প্ল্যান',
    amount: 'পরিমাণ',
    period: 'মেয়াদ',
    paidAt: 'পরিশোধের সময়',
    button: 'Farwatch খুলুন',
    footer: 'আপনার Farwatch অ্যাকাউন্টের একটি পেমেন্ট সম্পন্ন হয়েছে, তাই এই ইমেইল পেয়েছেন।',
  },
  invitation: {
    title: (inviter) => `${inviter} আপনাকে Farwatch-এ আমন্ত্রণ জানিয়েছেন`,
    text: (inviter, address) =>
      `আপনি ${inviter}-এর Farwatch অ্যাকাউন্টে যোগ দিতে পারেন। ${address} দিয়ে সাইন ইন বা সাইন আপ করুন, তারপর সেটিংস → অ্যাকাউন্ট-এ আমন্ত্রণ গ্রহণ করুন।`,
    ends: (expiresAt) => `${expiresAt} পর্যন্ত আমন্ত্রণ গ্রহণ করা যাবে।`,
    ignore: 'আমন্ত্রণকারীকে না চিনলে এই ইমেইল উপেক্ষা করুন, কিছুই বদলাবে না।',
    button: 'আমন্ত্রণ খুলুন',
    footer: 'কেউ Farwatch-এ আপনার ইমেইল ঠিকানা লিখেছেন, তাই এই ইমেইল পেয়েছেন।',
  },
  assigned: {
    title: (by, subject) => `${by} আপনাকে একটি ঘটনা বরাদ্দ করেছেন: ${subject}`,
    text: 'অন্য কাউকে বরাদ্দ না করা পর্যন্ত ঘটনাটি আপনার। সতর্কতা আগের মতোই পাঠানো হবে।',
    footer: 'আপনি একটি Farwatch অ্যাকাউন্টের সদস্য, তাই এই ইমেইল পেয়েছেন।',
  },
  handOver: {
    title: (rotation, from) => `${from} থেকে আপনার ডিউটি: ${rotation}`,
    text: 'এই ডিউটি করতে না পারলে সেটিংস → ইন্টিগ্রেশন → ডিউটি-তে অন্যের সঙ্গে ডিউটি অদলবদল করুন, অথবা অন্য কাউকে নিতে দিন।',
    from: 'শুরু',
    until: 'শেষ',
    before: 'আপনার আগে',
    after: 'আপনার পরে',
    nobody: 'কেউ নেই',
    button: 'ডিউটির পালা খুলুন',
    footer: 'আপনি একটি Farwatch অ্যাকাউন্টের ডিউটির পালায় আছেন, তাই এই ইমেইল পেয়েছেন।',
  },
  account: {
    footer: 'এটি আপনার Farwatch অ্যাকাউন্টের বিষয়, তাই এই ইমেইল পেয়েছেন।',
    when: 'সময়',
    button: 'সেটিংস খুলুন',
    which: { label: 'অ্যাকাউন্ট', own: (name) => `${name} (নিজের)` },
    passwordChanged: {
      title: 'আপনার পাসওয়ার্ড বদলানো হয়েছে',
      text: 'আপনার Farwatch অ্যাকাউন্টের পাসওয়ার্ড দেওয়া বা বদলানো হয়েছে। আগের সব লগইন শেষ হয়ে গেছে।',
      unexpected: 'কাজটি আপনার না হলে এখনই লগইন পেজের লিংক দিয়ে পাসওয়ার্ড রিসেট করুন, আর সেটিংসে অচেনা API কী থাকলে বাতিল করুন।',
    },
    closing: {
      title: 'আপনার অ্যাকাউন্ট মুছে ফেলা হবে',
      text: (closesAt) => `সব ডেটাসহ আপনার Farwatch অ্যাকাউন্ট ${closesAt} সময়ে মুছে ফেলা হবে।`,
      keep: 'সে পর্যন্ত সবকিছু চলবে, আর সেটিংসে গিয়ে অ্যাকাউন্টটি রেখে দিতে পারবেন। কাজটি আপনার না হলে অ্যাকাউন্ট রেখে দিন ও পাসওয়ার্ড বদলান।',
      monitors: 'মনিটর',
      endpoints: 'এন্ডপয়েন্ট',
      pages: 'স্ট্যাটাস পেজ',
      subscribers: 'স্ট্যাটাস পেজের সাবস্ক্রাইবার',
    },
    kept: {
      title: 'আপনার অ্যাকাউন্ট থাকছে',
      text: 'আপনার Farwatch অ্যাকাউন্ট মোছার কাজ বাতিল হয়েছে। কিছুই মোছা হয়নি।',
    },
    deleted: {
      title: 'আপনার অ্যাকাউন্ট মুছে ফেলা হয়েছে',
      text: 'মনিটর, স্ট্যাটাস পেজ ও অন্য সব ডেটাসহ আপনার Farwatch অ্যাকাউন্ট মুছে ফেলা হয়েছে। এ নিয়ে এটিই শেষ ইমেইল।',
    },
    transferred: {
      title: 'আপনি অ্যাকাউন্ট হস্তান্তর করেছেন',
      text: (owner) => `আপনার আগের Farwatch অ্যাকাউন্টের মালিক এখন ${owner}। আপনি এর সম্পাদক, এবং সব জায়গা থেকে সাইন আউট হয়েছেন।`,
      own: 'সাইন ইন করলে আপনার নিজের অ্যাকাউন্ট খুলবে। মেনুর ওপরে অন্যটি বেছে নিন।',
      unexpected: 'কাজটি আপনার না হলে এখনই লগইন পেজের লিংক দিয়ে পাসওয়ার্ড রিসেট করুন এবং আমাদের লিখুন।',
    },
    received: {
      title: 'একটি অ্যাকাউন্ট এখন আপনার',
      text: (former) =>
        `${former} একটি Farwatch অ্যাকাউন্ট আপনাকে হস্তান্তর করেছেন। এর সদস্য, API কী ও পেমেন্ট এখন আপনি সামলান, অ্যাকাউন্ট বন্ধও করতে পারেন।`,
      keys: 'এর API কীগুলো এখনো কাজ করে। অচেনা কী থাকলে বাতিল করুন।',
      button: 'অ্যাকাউন্ট খুলুন',
    },
  },
  pages: {
    unsubscribe: (address) => ({
      title: 'ইমেইলে সতর্কতা বন্ধ করবেন?',
      text: `Farwatch আর ${address} ঠিকানায় সতর্কতা পাঠাবে না। সেটিংসে আবার চালু করা যাবে।`,
      button: 'আনসাবস্ক্রাইব করুন',
    }),
    unsubscribed: (address) => ({
      title: 'আনসাবস্ক্রাইব করা হয়েছে',
      text: `Farwatch আর ${address} ঠিকানায় সতর্কতা পাঠাচ্ছে না।`,
    }),
    stopSummaries: (address) => ({
      title: 'ইমেইলে সারসংক্ষেপ বন্ধ করবেন?',
      text: `Farwatch আর ${address} ঠিকানায় সারসংক্ষেপ পাঠাবে না। সতর্কতা আগের মতোই যাবে। সারসংক্ষেপ সেটিংসে আবার চালু করা যাবে।`,
      button: 'সারসংক্ষেপ বন্ধ করুন',
    }),
    stoppedSummaries: (address) => ({
      title: 'সারসংক্ষেপ বন্ধ',
      text: `Farwatch আর ${address} ঠিকানায় সারসংক্ষেপ পাঠাচ্ছে না। সতর্কতা আগের মতোই যাচ্ছে।`,
    }),
    confirm: (address, account) => ({
      title: 'এই ঠিকানা নিশ্চিত করবেন?',
      text: `Farwatch অ্যাকাউন্ট ${account} তার সতর্কতা ${address} ঠিকানায় পাঠাবে।`,
      button: 'ঠিকানা নিশ্চিত করুন',
    }),
    confirmed: (address) => ({
      title: 'ঠিকানা নিশ্চিত হয়েছে',
      text: `${address} ঠিকানায় সতর্কতা পাঠানো হবে।`,
    }),
    outdated: {
      title: 'লিংকটির আর দরকার নেই',
      text: 'চ্যানেলটি সরানো হয়েছে, অথবা এখন অন্য ঠিকানায় পাঠায়।',
    },
    expired: { title: 'লিংকটির মেয়াদ শেষ', text: 'সেটিংস → ইন্টিগ্রেশন থেকে নতুন একটি পাঠানো যায়।' },
    forged: { title: 'লিংকটি সঠিক নয়', text: 'পুরো লিংকটি কপি হয়েছে কি না দেখুন।' },
    failed: { title: 'কাজ হয়নি', text: 'এক মিনিট পর আবার চেষ্টা করুন।' },
  },
};

export const summary: SummaryTexts = {
  comma: ', ',
  semicolon: '; ',
  period: ({ from, to }) => `${from.day} – ${to.date}`,
  uptime: 'আপটাইম',
  outages: 'বিভ্রাট',
  downtime: 'ডাউনটাইম',
  monitors: 'মনিটর',
  noDowntime: 'নেই',
  nothingKnown: 'ডেটা নেই',
  someKnown: 'কোনো বিভ্রাট ধরা পড়েনি, কিছু সময়ের ডেটা নেই',
  change: {
    weekly: (points) => `আগের সপ্তাহের তুলনায় ${points} শতাংশ পয়েন্ট`,
    monthly: (points) => `আগের মাসের তুলনায় ${points} শতাংশ পয়েন্ট`,
  },
  unchanged: { weekly: 'আগের সপ্তাহের সমান', monthly: 'আগের মাসের সমান' },
  outageCount: (count) => `${own(count)}টি বিভ্রাট`,
  days: { up: 'আপ', down: 'বিভ্রাট', unknown: 'ডেটা নেই', none: 'মনিটর করা হয়নি' },
  longest: 'সবচেয়ে লম্বা বিভ্রাট',
  slower: { weekly: 'আগের সপ্তাহের চেয়ে ধীর', monthly: 'আগের মাসের চেয়ে ধীর' },
  slow: 'আপ, তবে ধীর',
  gaps: 'ডেটা নেই',
  certificates: 'যে সার্টিফিকেট ও ডোমেইনের মেয়াদ শেষ হতে চলেছে',
  outage: ({ endpoint, duration, since, isRunning }) =>
    `${endpoint}: ${own(duration)}, ${since} থেকে${isRunning ? ', এখনো চলছে' : ''}`,
  percentile: ({ name, before, now }) => `${name}: ${before} → ${now} (৯৫তম পার্সেন্টাইল)`,
  named: ({ name, value }) => `${name}: ${value}`,
  more: (count) => `এবং আরও ${own(count)}টি মনিটর`,
  openReport: 'রিপোর্ট খুলুন',
  footer: (address) => `একটি Farwatch অ্যাকাউন্টের সারসংক্ষেপ ${address} ঠিকানায় পাঠানো হয়।`,
  turnOff: 'সারসংক্ষেপ বন্ধ করুন',
};

export const automatic: AutomaticTexts = {
  list: (names, more) => {
    const all = more > 0 ? [...names, `আরও ${own(more)}টি`] : [...names];
    const last = all.pop() ?? '';
    return all.length === 0 ? last : `${all.join(', ')} ও ${last}`;
  },
  title: (names) => `সমস্যা: ${names}`,
  failing: (names) => `${names}: সমস্যা দেখা যাচ্ছে। আমরা কারণ খুঁজছি।`,
  recovered: (names) => `${names}: সমস্যা মিটে গেছে।`,
  unmonitored: (names) =>
    names === ''
      ? 'প্রভাবিত কম্পোনেন্টগুলো আর এই পেজে নেই, তাই ঘটনাটি বন্ধ করা হলো।'
      : `${names}: মনিটরিং বন্ধ করা বা বদলানো হয়েছে, তাই ঘটনাটি বন্ধ করা হলো।`,
};
