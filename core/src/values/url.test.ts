import { describe, expect, it } from 'vitest';
import { checkTypeOf, expectedStatusOf, normalizeUrl, parseUrl, portOf, urlCaveat, urlSchema } from './url.ts';

const LONG = `https://farwatch.test/${'a'.repeat(2048 - 'https://farwatch.test/'.length)}`;

describe('parsing a URL', () => {
  it.each([
    ['farwatch.test', 'https://farwatch.test/'],
    ['www.farwatch.test/a/b?c=d', 'https://www.farwatch.test/a/b?c=d'],
    ['http://farwatch.test', 'http://farwatch.test/'],
    ['https://farwatch.test/', 'https://farwatch.test/'],
    ['HTTPS://FarWatch.Test/Path', 'https://farwatch.test/Path'],
    ['HtTp://farwatch.test', 'http://farwatch.test/'],
    ['  farwatch.test \n', 'https://farwatch.test/'],
    ['\u00a0farwatch.test\ufeff', 'https://farwatch.test/'],
    ['farwatch.test:8080', 'https://farwatch.test:8080/'],
    ['farwatch.test:8080/path', 'https://farwatch.test:8080/path'],
    ['farwatch.test:8080?a=b', 'https://farwatch.test:8080/?a=b'],
    ['localhost:3000', 'https://localhost:3000/'],
    ['localhost', 'https://localhost/'],
    ['https://farwatch.test:443/', 'https://farwatch.test/'],
    ['http://farwatch.test:80', 'http://farwatch.test/'],
    ['http://farwatch.test:443', 'http://farwatch.test:443/'],
    ['192.0.2.7', 'https://192.0.2.7/'],
    ['192.0.2.7:81/x', 'https://192.0.2.7:81/x'],
    ['[2001:db8::1]', 'https://[2001:db8::1]/'],
    ['http://[2001:db8::1]:8080/', 'http://[2001:db8::1]:8080/'],
    ['https://user:pass@farwatch.test/', 'https://user:pass@farwatch.test/'],
    ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
    ['tcp://例子.台灣:22', 'tcp://xn--fsqu00a.xn--kpry57d:22'],
    ['tls://Mail.例子.台灣:465', 'tls://mail.xn--fsqu00a.xn--kpry57d:465'],
    ['icmp://ร้านค้า.ไทย', 'icmp://xn--42c5b3a1dc8kd.xn--o3cw4h'],
    ['dns://_dmarc.例子.台灣.', 'dns://_dmarc.xn--fsqu00a.xn--kpry57d'],
    ['dns://例子。台灣。', 'dns://xn--fsqu00a.xn--kpry57d'],
    ['ws://বাংলা.বাংলা/a', 'ws://xn--54b7fta0cc.xn--54b7fta0cc/a'],
    ['wss://faß.example', 'wss://xn--fa-hia.example/'],
    ['domain://例子。台灣。', 'domain://xn--fsqu00a.xn--kpry57d'],
    ['https://farwatch.test/路径', 'https://farwatch.test/%E8%B7%AF%E5%BE%84'],
    ['https://farwatch.test/a b.pdf', 'https://farwatch.test/a%20b.pdf'],
    ['https://farwatch.test/a/../b', 'https://farwatch.test/b'],
    ['https://farwatch.test?x=http://y.test', 'https://farwatch.test/?x=http://y.test'],
    ['farwatch.test/?to=mailto:me', 'https://farwatch.test/?to=mailto:me'],
    ['https://farwatch.test/#part', 'https://farwatch.test/#part'],
    ['//farwatch.test/a', 'https://farwatch.test/a'],
    [LONG, LONG],
  ])('%j becomes %j', (text, url) => {
    expect(normalizeUrl(text)).toBe(url);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['https://', 'noHost'],
    ['http://', 'noHost'],
    ['https://?q', 'noHost'],
    ['https://#x', 'noHost'],
    ['https://:8080/', 'noHost'],
    ['https://user@/', 'noHost'],
    ['shop', 'noDot'],
    ['https://shop/', 'noDot'],
    ['http://intranet:8080/x', 'noDot'],
    ['tcp://db:5432', 'noDot'],
    ['wss://chat', 'noDot'],
    ['localhost:port', 'port'],
    ['ftp://farwatch.test', 'scheme'],
    ['FTP://farwatch.test/', 'scheme'],
    ['ftp://farwatch.test/', 'scheme'],
    ['tcp:farwatch.test', 'slashes'],
    ['tcp://farwatch.test', 'noPort'],
    ['tcp://farwatch.test:0', 'port'],
    ['tcp://farwatch.test:80/path', 'path'],
    ['tcp://user@farwatch.test:80', 'path'],
    ['tls://:443', 'noHost'],
    ['tls://[::1]', 'noPort'],
    ['dns://', 'noHost'],
    ['dns://192.0.2.1', 'host'],
    ['dns://farwatch.test:53', 'path'],
    ['icmp://far watch.test', 'space'],
    ['icmp://-c.te<st', 'host'],
    ['ws://', 'noHost'],
    ['file:///etc/hosts', 'scheme'],
    ['mailto:me@farwatch.test', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,hello', 'scheme'],
    ['tel:+886123', 'scheme'],
    ['http:farwatch.test', 'slashes'],
    ['https:/farwatch.test', 'slashes'],
    ['https:\\\\farwatch.test', 'slashes'],
    ['two words', 'space'],
    ['https://far watch.test/', 'space'],
    ['https://far watch.test:80/', 'space'],
    ['https://farwatch.test:99999/', 'port'],
    ['https://farwatch.test:port/', 'port'],
    ['https://[2001:db8::1]:99999/', 'port'],
    ['farwatch.test:port', 'port'],
    ['https://far\u0000watch.test/', 'control'],
    ['https://far\nwatch.test/', 'control'],
    ['https://farwatch.test/a\tb', 'control'],
    ['https://farwatch.test/\u0085', 'control'],
    ['https://[2001:db8::1/', 'host'],
    ['https://999.1.1.1/', 'host'],
    ['https://999.1.1.1:80/', 'host'],
    ['https://a<b>.test/', 'host'],
    ['https://%/', 'host'],
    [`${LONG}a`, 'long'],
    [`farwatch.test/${'路'.repeat(300)}`, 'long'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseUrl(text)).toEqual({ problem });
    expect(normalizeUrl(text)).toBeNull();
  });

  it('normalizing twice changes nothing', () => {
    for (const text of ['Farwatch.test:443/a b', 'http://例え.テスト', '//farwatch.test/../x?y#z']) {
      const once = normalizeUrl(text);
      expect(once && normalizeUrl(once)).toBe(once);
    }
  });
});

describe('a URL field', () => {
  it('gives the URL normalized', () => {
    expect(urlSchema.parse(' farwatch.test ')).toBe('https://farwatch.test/');
  });

  it.each(['ftp://x.test', '', 7, null, undefined, {}, 'a'.repeat(5000)])('refuses %j', (value) => {
    expect(urlSchema.safeParse(value).success).toBe(false);
  });
});

it.each([
  ['https://user@farwatch.test/', 'credentials'],
  ['https://:secret@farwatch.test/', 'credentials'],
  ['https://farwatch.test:25/', 'badPort'],
  ['https://farwatch.test:8443/', null],
  ['https://farwatch.test/', null],
  ['https://nas.lan/', null],
  ['dns://nas.lan', 'privateName'],
  ['dns://farwatch.test', null],
])('agents have against %s: %s', (url, caveat) => {
  expect(urlCaveat(url)).toBe(caveat);
});

it.each([
  ['https://farwatch.test/', 'http', 443],
  ['http://farwatch.test/', 'http', 80],
  ['HTTP://farwatch.test:8080/', 'http', 8080],
  ['tcp://farwatch.test:5432', 'tcp', 5432],
  ['dns://farwatch.test', 'dns', 53],
  ['wss://farwatch.test/', 'ws', 443],
  ['gopher://farwatch.test', null, null],
  ['constructor://farwatch.test', null, null],
])('%j has the check type %j and the port %j', (url, type, port) => {
  expect([checkTypeOf(url), portOf(new URL(url))]).toEqual([type, port]);
});

it('the statuses that count as up are those of the check type', () => {
  expect(expectedStatusOf('https://farwatch.test/')).toBe('200–399');
});
