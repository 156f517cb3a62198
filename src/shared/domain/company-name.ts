/**
 * Keys to find the same company in another spelling: its name without legal form and punctuation, and the
 * domain of its mail. Two spellings of one company have equal keys; equal keys do not prove that two
 * companies are the same.
 */

/** Legal forms at the end of a name, longest first; `co` and `company` may come before another form. */
const LEGAL_FORMS = [
  'gmbh & co kg',
  'gmbh and co kg',
  'gmbh co kg',
  'sdn bhd',
  'pty ltd',
  'pte ltd',
  'pvt ltd',
  'private limited',
  'company limited',
  'co ltd',
  'co limited',
  'incorporated',
  'corporation',
  'limited',
  'company',
  'gmbh',
  'corp',
  'llc',
  'llp',
  'ltda',
  'ltd',
  'inc',
  'plc',
  'sarl',
  'srl',
  'spa',
  'sas',
  'sa',
  'bv',
  'nv',
  'ag',
  'kg',
  'ohg',
  'kft',
  'oy',
  'ab',
  'as',
  'aps',
  'kk',
  'co',
];
const ASIAN_FORMS =
  /(?:股份有限公司|有限责任公司|集团有限公司|股份公司|有限公司|总公司|分公司|公司|集团|株式会社|有限会社|合同会社|주식회사)$/u;
const ASIAN_FORMS_BEFORE = /^(?:株式会社|有限会社|合同会社|주식회사)/u;

/** The words of a name, without dots inside words, so that `S.r.l.` is one word. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’.]/gu, '')
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();

/**
 * The name without its legal form, in lower case, with single spaces; the whole name if nothing else remains.
 */
export const bareCompanyName = (name: string): string => {
  const whole = wordsOf(name);
  let bare = whole;
  for (;;) {
    const form = LEGAL_FORMS.find((one) => bare.endsWith(` ${one}`));
    const shorter =
      form === undefined
        ? bare.replace(ASIAN_FORMS, '').replace(ASIAN_FORMS_BEFORE, '').trim()
        : bare.slice(0, -form.length).replace(/[ &]+$/u, '');
    if (shorter === '' || shorter === bare) return bare;
    bare = shorter;
  }
};

/** Public mail services: their addresses do not identify a company. */
const PUBLIC_MAIL = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.jp yahoo.co.uk ' +
    'icloud.com me.com aol.com proton.me protonmail.com gmx.de gmx.net web.de t-online.de mail.ru yandex.ru ' +
    'qq.com foxmail.com 163.com 126.com 139.com 189.cn yeah.net sina.com sina.cn sohu.com aliyun.com 188.com ' +
    'tom.com naver.com daum.net libero.it orange.fr free.fr wanadoo.fr uol.com.br bol.com.br rediffmail.com'
  ).split(' '),
);

/** The domain of a company's own mail; '' for a public mail service, or without a domain. */
export const companyMailDomain = (email: string): string => {
  const domain = /@([^@\s]+\.[^@\s.]+)$/u.exec(email.trim().toLowerCase())?.[1] ?? '';
  return PUBLIC_MAIL.has(domain) ? '' : domain;
};
