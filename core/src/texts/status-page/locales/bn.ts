import { ownDigits } from '../../../values/languages.ts';
import { durations } from '../../locales/bn.ts';
import type { StatusPageTexts } from '../status-page-texts.ts';

const own = (value: string | number) => ownDigits('bn', value);

export const bn: StatusPageTexts = {
  overall: {
    up: 'সব সিস্টেম সচল',
    someUnknown: 'জানা কোনো সমস্যা নেই, কিছু সিস্টেমের ডেটা নেই',
    unknown: 'ডেটা নেই',
    maintenance: 'রক্ষণাবেক্ষণ চলছে',
    incident: 'একটি ঘটনা চলছে',
    partial: 'কিছু সিস্টেমে আংশিক সমস্যা',
    someDown: 'কিছু সিস্টেম ডাউন',
    allDown: 'সব সিস্টেম ডাউন',
  },
  component: {
    up: 'সচল',
    slow: 'ধীর',
    partial: 'আংশিক সমস্যা',
    down: 'ডাউন',
    maintenance: 'রক্ষণাবেক্ষণ',
    unknown: 'ডেটা নেই',
    paused: 'মনিটর করা হচ্ছে না',
  },
  state: {
    investigating: 'কারণ খোঁজা হচ্ছে',
    identified: 'কারণ জানা গেছে',
    monitoring: 'নজর রাখা হচ্ছে',
    resolved: 'মিটে গেছে',
  },
  documentTitle: (title, overall) => `${title}: ${overall}`,
  description: (title) => `${title}-এর এখনকার স্ট্যাটাস, ঘটনা ও আপটাইম।`,
  skip: 'স্ট্যাটাসে যান',
  components: 'কম্পোনেন্ট',
  current: 'চলমান ঘটনা',
  past: 'আগের ঘটনা',
  noPast: 'গত ১৪\u00a0দিনে কোনো ঘটনা ঘটেনি।',
  maintenance: {
    title: 'রক্ষণাবেক্ষণ',
    running: 'রক্ষণাবেক্ষণ চলছে',
    planned: 'পরিকল্পিত রক্ষণাবেক্ষণ',
    until: (time) => `${time} পর্যন্ত`,
  },
  affects: (names) => `প্রভাবিত: ${names}`,
  comma: ', ',
  period: '। ',
  units: durations,
  uptime: (percent) => `${percent} আপটাইম`,
  noUptime: 'এখনো ডেটা নেই',
  daysAgo: (count) => `${own(count)}\u00a0দিন আগে`,
  today: 'আজ',
  responseTime: (ms) => `রেসপন্স টাইম ${ms} ms`,
  responseTimeHint: 'রেসপন্স টাইম শেষ পূর্ণ দিনের মধ্যক।',
  bars: ({ days, outages, named, unknown }) => {
    const gaps = unknown === 0 ? '' : `। ${own(unknown)}\u00a0দিনের ডেটা নেই`;
    if (outages === 0) return `গত ${own(days)}\u00a0দিন: কোনো বিভ্রাট নেই${gaps}`;
    const last = named.length < outages ? `, শেষ ${own(named.length)}\u00a0দিন` : '';
    return `${own(days)}\u00a0দিনের মধ্যে ${own(outages)}\u00a0দিন বিভ্রাট${last}: ${named.join(', ')}${gaps}`;
  },
  dayDown: ({ day, duration }) => `${day} (${own(duration)})`,
  since: 'যখন থেকে:',
  legend: { up: 'বিভ্রাট নেই', short: '৩০\u00a0মিনিটের কম বিভ্রাট', down: '৩০\u00a0মিনিট বা বেশি', none: 'ডেটা নেই' },
  history: {
    link: 'ঘটনার ইতিহাস',
    title: (month) => `${month}-এর ঘটনা`,
    none: 'এই মাসে কোনো ঘটনা ঘটেনি।',
    cut: (shown) => `এই মাসের শুধু সবচেয়ে নতুন ${own(shown)}টি ঘটনা দেখানো হচ্ছে।`,
    older: 'আগের মাস',
    newer: 'পরের মাস',
  },
  started: 'শুরু',
  allUpdates: 'সব আপডেট পড়ুন',
  resolved: 'মিটে গেছে',
  back: 'এখনকার স্ট্যাটাস',
  subscribe: {
    title: 'আপডেট নিন',
    text: 'ঘটনা পোস্ট বা আপডেট হলে, অথবা রক্ষণাবেক্ষণের ঘোষণা এলে ইমেইল পাবেন।',
    label: 'ইমেইল ঠিকানা',
    button: 'সাবস্ক্রাইব করুন',
    feeds: 'ফিড',
    sent: {
      title: 'আপনার ইনবক্স দেখুন',
      text: 'ঠিকানাটি সাবস্ক্রাইব করা গেলে কয়েক মিনিটের মধ্যে একটি লিংকসহ ইমেইল আসবে। লিংকটি খুলে সেখানে “সাবস্ক্রাইব করুন” চাপলে আপডেট শুরু হবে।',
    },
    notSent: { title: 'ইমেইলটি পাঠানো যায়নি', text: 'কয়েক মিনিট পর আবার চেষ্টা করুন।' },
    badAddress: { title: 'এটি ইমেইল ঠিকানা নয়', text: 'ফিরে গিয়ে কী লিখেছেন দেখুন।' },
    full: {
      title: 'আর সাবস্ক্রাইবার যোগ করা যাবে না',
      text: 'এই পেজে সাবস্ক্রাইবারের সংখ্যা পূর্ণ। একই আপডেট এর ফিডেও আছে।',
    },
    tooYoung: {
      title: 'সাবস্ক্রিপশন এখনো শুরু হয়নি',
      text: 'পেজের অ্যাকাউন্ট খোলার এক দিন পর সাবস্ক্রিপশন শুরু হয়। তার আগ পর্যন্ত একই আপডেট এই পেজের ফিডে আছে।',
    },
    busy: {
      title: 'এখন অনেকে একসঙ্গে সাবস্ক্রাইব করছেন',
      text: 'এক ঘণ্টা পর আবার চেষ্টা করুন। একই আপডেট এই পেজের ফিডে আছে।',
    },
  },
  confirm: {
    ask: (page) => ({
      title: 'ইমেইলে আপডেট নেবেন?',
      text: `“${page}”-এর ঘটনা পোস্ট ও আপডেট হলে আপনার ঠিকানায় পাঠানো হবে।`,
    }),
    button: 'সাবস্ক্রাইব করুন',
    done: (page) => ({ title: 'সাবস্ক্রাইব করা হয়েছে', text: `“${page}”-এর আপডেট আপনার ঠিকানায় পাঠানো হবে।` }),
  },
  unsubscribe: {
    ask: (page) => ({ title: 'ইমেইলে আপডেট বন্ধ করবেন?', text: `“${page}”-এর আপডেট আপনাকে আর পাঠানো হবে না।` }),
    button: 'আনসাবস্ক্রাইব করুন',
    done: (page) => ({ title: 'আনসাবস্ক্রাইব করা হয়েছে', text: `“${page}”-এর আপডেট আপনাকে আর পাঠানো হচ্ছে না।` }),
  },
  password: {
    title: 'এই পেজ দেখতে পাসওয়ার্ড লাগবে',
    text: 'আপনাকে দেওয়া পাসওয়ার্ডটি লিখুন।',
    label: 'পাসওয়ার্ড',
    button: 'স্ট্যাটাস দেখুন',
    wrong: 'পাসওয়ার্ডটি ভুল।',
  },
  report: {
    link: 'এই পেজের নামে অভিযোগ করুন',
    title: 'এই পেজের নামে অভিযোগ করুন',
    text: 'প্রতারণা বা অপব্যবহারের মতো কিছু থাকলে সাইটের পরিচালকদের জানান। এখানে দেখানো সার্ভিসের সমস্যার জন্য সেই সার্ভিসের সঙ্গে যোগাযোগ করুন।',
    label: 'সমস্যা কী?',
    button: 'অভিযোগ পাঠান',
    done: { title: 'ধন্যবাদ', text: 'সাইটের পরিচালকেরা পেজটি দেখবেন।' },
  },
  poweredBy: ['', ' দিয়ে চালিত'],
  confirmedAt: 'শেষ আপডেট: ',
  zone: (zone) => `সময় ${zone} অনুযায়ী।`,
  languages: 'ভাষা',
  preview: 'প্রিভিউ',
  notFound: { title: 'এমন কোনো পেজ নেই', text: 'পেজটি হয়তো সরানো হয়েছে বা নাম বদলেছে। ঠিকানাটি দেখে নিন।' },
  expired: { title: 'লিংকটি আর কাজ করে না', text: 'স্ট্যাটাস পেজে আবার সাবস্ক্রাইব করুন।' },
  unsubscribeExpired: {
    title: 'লিংকটি আর কাজ করে না',
    text: 'আনসাবস্ক্রাইব করতে এই স্ট্যাটাস পেজের নতুন কোনো ইমেইলের লিংক ব্যবহার করুন।',
  },
  failed: { title: 'এখন স্ট্যাটাস দেখানো যাচ্ছে না', text: 'এক মিনিট পর আবার চেষ্টা করুন।' },
  tooMany: { title: 'অনেক বেশি অনুরোধ', text: 'একটু পর আবার চেষ্টা করুন।' },
  badge: {
    label: 'স্ট্যাটাস',
    response: 'রেসপন্স টাইম',
    uptime: { '24h': 'আপটাইম ২৪ ঘণ্টা', '7d': 'আপটাইম ৭ দিন', '30d': 'আপটাইম ৩০ দিন', '90d': 'আপটাইম ৯০ দিন' },
    unknown: 'ডেটা নেই',
  },
  mail: {
    confirmSubject: 'স্ট্যাটাস পেজের সাবস্ক্রিপশন নিশ্চিত করুন',
    confirmText: (page) => `স্ট্যাটাস পেজ “${page}”-এর আপডেট পেতে কেউ, সম্ভবত আপনিই, এই ঠিকানা দিয়েছেন।`,
    confirmButton: 'আপডেট নিন',
    confirmIgnore: 'লিংকটি ২৪\u00a0ঘণ্টা কাজ করবে। এটি আপনি না চাইলে ইমেইলটি উপেক্ষা করুন: আর কিছু পাঠানো হবে না।',
    subject: ({ page, title, state }) => `[${page}] ${state}: ${title}`,
    maintenance: {
      planned: {
        title: 'পরিকল্পিত রক্ষণাবেক্ষণ',
        text: 'রক্ষণাবেক্ষণের সময় এই সার্ভিসগুলো বন্ধ থাকতে পারে।',
      },
      changed: {
        title: 'রক্ষণাবেক্ষণে পরিবর্তন',
        text: 'রক্ষণাবেক্ষণটি অন্য সময়ে হবে, অথবা অন্য সার্ভিসে হবে।',
      },
      cancelled: { title: 'রক্ষণাবেক্ষণ বাতিল', text: 'এই রক্ষণাবেক্ষণ হচ্ছে না।' },
    },
    maintenanceSubject: ({ page, title, time }) => `[${page}] ${title}: ${time}`,
    time: 'সময়',
    colon: ': ',
    affected: 'প্রভাবিত',
    open: 'স্ট্যাটাস পেজ খুলুন',
    footer: (page) => `আপনি “${page}”-এর আপডেট সাবস্ক্রাইব করেছেন, তাই এই ইমেইল পেয়েছেন।`,
    unsubscribe: 'আনসাবস্ক্রাইব করুন',
  },
};
