import { TextDecoder as WebDecoder } from '@exodus/bytes/encoding.js';
import { expect, test } from 'vitest';
import { guessCharset } from './guess-charset.ts';

/** Texts with their bytes in the encodings that pages without a declaration have. */
const UNLABELED: Record<string, [text: string, hex: string][]> = {
  big5: [
    ['台北', 'a578a55f'],
    ['臺北', 'bb4fa55f'],
    ['首頁', 'adbaadb6'],
    ['狀態正常', 'aaacba41a5bfb160'],
    ['系統維護中', 'a874b2cebafbc540a4a4'],
    ['歡迎光臨本公司網站', 'c577aaefa5fac17ba5bba4bda571baf4afb8'],
    ['醫院掛號查詢', 'c2e5b07cb1beb8b9ac64b8df'],
    ['服務台電話 02-1234', 'aa41b0c8a578b971b8dc2030322d31323334'],
    ['登入成功', 'b56ea44aa6a8a55c'],
    ['中文', 'a4a4a4e5'],
    ['國立臺灣大學 - 首頁', 'b0eaa5dfbb4fc657a46abec7202d20adbaadb6'],
    ['All systems 正常', '416c6c2073797374656d7320a5bfb160'],
    ['查無資料，請重新輸入。', 'ac64b54cb8eaaec6a141bdd0adabb773bfe9a44aa143'],
    ['最新消息：颱風假停止上班上課', 'b3ccb773aef8aea7a147bbe4adb7b0b2b0b1a4eea457af5aa457bdd2'],
    ['淡水信義線列車運行正常', 'b248a4f4ab48b871bd75a643a8aeb942a6e6a5bfb160'],
    ['許功蓋', 'b35ca55cbb5c'],
  ],
  gbk: [
    ['北京', 'b1b1bea9'],
    ['首页', 'cad7d2b3'],
    ['状态正常', 'd7b4ccacd5fdb3a3'],
    ['系统维护中', 'cfb5cdb3ceacbba4d6d0'],
    ['欢迎光临本公司网站', 'bbb6d3adb9e2c1d9b1beb9abcbbecdf8d5be'],
    ['登录成功', 'b5c7c2bcb3c9b9a6'],
    ['服务正常', 'b7fecef1d5fdb3a3'],
    ['中文', 'd6d0cec4'],
    ['查询结果：没有数据，请重新输入。', 'b2e9d1afbde1b9fba3bac3bbd3d0cafdbedda3acc7ebd6d8d0c2cae4c8eba1a3'],
    ['深圳市人民医院预约挂号', 'c9eedbdacad0c8cbc3f1d2bdd4bad4a4d4bcb9d2bac5'],
    ['All systems 正常', '416c6c2073797374656d7320d5fdb3a3'],
  ],
  'euc-kr': [
    ['서울', 'bcadbfef'],
    ['홈페이지', 'c8a8c6e4c0ccc1f6'],
    ['정상', 'c1a4bbf3'],
    ['안녕하세요', 'bec8b3e7c7cfbcbcbfe4'],
    ['서비스 점검 중입니다', 'bcadbaf1bdba20c1a1b0cb20c1dfc0d4b4cfb4d9'],
    ['로그인 성공', 'b7ceb1d7c0ce20bcbab0f8'],
    ['대한민국 정부 공식 누리집', 'b4ebc7d1b9ceb1b920c1a4bace20b0f8bdc420b4a9b8aec1fd'],
    ['검색 결과가 없습니다.', 'b0cbbbf620b0e1b0fab0a120bef8bdc0b4cfb4d92e'],
    ['확인', 'c8aec0ce'],
    ['우리은행', 'bfecb8aec0bac7e0'],
  ],
  shift_jis: [
    ['こんにちは', '82b182f182c982bf82cd'],
    ['東京', '938c8b9e'],
    ['ようこそ', '82e682a482b182bb'],
    ['サーバーは正常に動作しています。', '8354815b836f815b82cd90b38fed82c993ae8dec82b582c482a282dc82b78142'],
    ['ホームページ', '837a815b83808379815b8357'],
    ['検索結果はありません', '8c9f8df58c8b89ca82cd82a082e882dc82b982f1'],
    ['ログイン', '838d834f83438393'],
    ['お知らせ', '82a8926d82e782b9'],
    ['株式会社テスト', '8a948eae89ef8ed0836583588367'],
    ['メンテナンス中', '8381839383658369839383589286'],
  ],
  'euc-jp': [
    ['こんにちは', 'a4b3a4f3a4cba4c1a4cf'],
    ['ようこそ', 'a4e8a4a6a4b3a4bd'],
    ['サーバーは正常に動作しています。', 'a5b5a1bca5d0a1bca4cfc0b5beefa4cbc6b0baeea4b7a4c6a4a4a4dea4b9a1a3'],
    ['ホームページ', 'a5dba1bca5e0a5daa1bca5b8'],
    ['検索結果はありません', 'b8a1baf7b7ebb2cca4cfa4a2a4eaa4dea4bba4f3'],
    ['お知らせ', 'a4aac3cea4e9a4bb'],
    ['株式会社テスト', 'b3f4bcb0b2f1bcd2a5c6a5b9a5c8'],
    ['メンテナンス中', 'a5e1a5f3a5c6a5caa5f3a5b9c3e6'],
  ],
  'windows-874': [
    ['สวัสดี', 'cac7d1cab4d5'],
    ['กรุงเทพ', 'a1c3d8a7e0b7be'],
    ['หน้าแรก', 'cbb9e9d2e1c3a1'],
    ['ระบบทำงานปกติ', 'c3d0babab7d3a7d2b9bba1b5d4'],
    ['ยินดีต้อนรับ', 'c2d4b9b4d5b5e9cdb9c3d1ba'],
    ['เข้าสู่ระบบ', 'e0a2e9d2cad9e8c3d0baba'],
    ['ธนาคารกรุงเทพ เปิดให้บริการ', 'b8b9d2a4d2c3a1c3d8a7e0b7be20e0bbd4b4e3cbe9bac3d4a1d2c3'],
    ['ไม่พบข้อมูล', 'e4c1e8bebaa2e9cdc1d9c5'],
    ['ไทย', 'e4b7c2'],
  ],
  'windows-1251': [
    ['Привет', 'cff0e8e2e5f2'],
    ['Москва', 'cceef1eae2e0'],
    ['Все системы работают нормально', 'c2f1e520f1e8f1f2e5ecfb20f0e0e1eef2e0fef220edeef0ece0ebfcedee'],
    ['Главная страница', 'c3ebe0e2ede0ff20f1f2f0e0ede8f6e0'],
    ['Сайт временно недоступен', 'd1e0e9f220e2f0e5ece5ededee20ede5e4eef1f2f3efe5ed'],
  ],
  'koi8-r': [
    ['Привет', 'f0d2c9d7c5d4'],
    ['Москва', 'edcfd3cbd7c1'],
    ['Все системы работают нормально', 'f7d3c520d3c9d3d4c5cdd920d2c1c2cfd4c1c0d420cecfd2cdc1ccd8cecf'],
    ['Главная страница', 'e7ccc1d7cec1d120d3d4d2c1cec9c3c1'],
    ['Сайт временно недоступен', 'f3c1cad420d7d2c5cdc5cececf20cec5c4cfd3d4d5d0c5ce'],
  ],
  'windows-1252': [
    ['café', '636166e9'],
    ['We’re open – 10 €', '5765927265206f70656e20962031302080'],
    ['Zürich', '5afc72696368'],
    ['naïve', '6e61ef7665'],
    ['größer', '6772f6df6572'],
    ['ação', '61e7e36f'],
    ['10 €', '31302080'],
    ['“quoted”', '9371756f74656494'],
    ['© 2026 Firma', 'a92032303236204669726d61'],
    ['español', '65737061f16f6c'],
    ['déjà vu', '64e96ae0207675'],
    ['El Niño', '456c204e69f16f'],
    ['Ångström', 'c56e67737472f66d'],
    ['Æsir', 'c6736972'],
    ['Übersicht über alle Störungen', 'dc626572736963687420fc62657220616c6c65205374f672756e67656e'],
    ['£5', 'a335'],
    ['São Paulo', '53e36f205061756c6f'],
    ['Dvorák', '44766f72e16b'],
  ],
};
const unlabeled = Object.entries(UNLABELED).flatMap(([charset, texts]) =>
  texts.map((each) => [charset, ...each] as const),
);

test.each(unlabeled)('%s without a label is guessed: %s', (charset, text, hex) => {
  const bytes = Buffer.from(hex, 'hex');
  const page = Buffer.concat([Buffer.from('<script>let a = 1;</script><p>'), bytes]);
  for (const each of [bytes, page]) expect(new WebDecoder(guessCharset(each)).decode(bytes)).toBe(text);
  expect(new WebDecoder(charset).decode(bytes)).toBe(text);
});

test('a guess takes bounded work, whatever the bytes', () => {
  const before = process.cpuUsage();
  for (const byte of [0x80, 0xa1, 0xe0, 0xff]) guessCharset(Buffer.alloc(1024 * 1024, byte));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
