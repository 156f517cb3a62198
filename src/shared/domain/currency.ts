/** Currencies (ISO 4217): the codes in use and the decimals of each. */

/** The codes in use, without funds, metals and test codes. */
export const CURRENCY_CODES: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
  'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
  'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL ' +
  'LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP ' +
  'PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT ' +
  'TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
).split(' ');

/** Amounts in these are whole (ISO 4217: no minor unit). */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND';
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...WHOLE.split(' ').map((code) => [code, 0] as const),
  ...THOUSANDTHS.split(' ').map((code) => [code, 3] as const),
]);
const KNOWN: ReadonlySet<string> = new Set(CURRENCY_CODES);

/** The decimals of an amount in this currency: 0 for JPY, 2 for USD; null for a code that is not known. */
export const currencyDecimals = (code: string): number | null =>
  KNOWN.has(code) ? (DECIMALS.get(code) ?? 2) : null;

/** The code of a currency as services spell it (`usd`, ` USD`); `''` for no text. */
export const currencyCode = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toUpperCase() : '';
